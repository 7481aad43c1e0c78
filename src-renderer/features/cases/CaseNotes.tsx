import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CaseNote, NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { describeTarget } from '../../../src-shared/domain/cases/step-text.ts'
import { capitalize } from '../../format/capitalize.ts'
import { countOf } from '../../format/number.ts'
import { targetKey } from '../../format/note-target.ts'
import { withSelection } from '../../stores/url-state.ts'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Notes } from '../../ui/notes/Notes.tsx'
import { NoteText } from '../../ui/notes/NoteText.tsx'
import { useFirstNotes } from '../../ui/notes/use-first-notes.ts'
import { Section } from '../../ui/Section.tsx'
import styles from './Cases.module.css'

const WHOLE_CASE: NoteTarget = { kind: 'case' }

/** Notes on the case itself, then on its other targets, with one heading per target. */
export function CaseNotes({ notes }: { readonly notes: readonly CaseNote[] }) {
  const groups = useMemo(() => groupByTarget(notes), [notes])
  const { shown, showAll } = useFirstNotes(groups, notesOf)
  return (
    <Section id="case-notes" title="Notes">
      <Notes target={WHOLE_CASE} />
      {shown.map(({ key, target, notes: same }) => (
        <div key={key} className={styles['target']}>
          <h3>
            <TargetName target={target} />
          </h3>
          {same.map((note) => (
            <NoteText key={note.id} note={note} />
          ))}
        </div>
      ))}
      {shown.length < groups.length ? (
        <Button kind="quiet" onClick={showAll}>
          Show notes on {countOf(groups.length - shown.length, 'more subject')}
        </Button>
      ) : null}
    </Section>
  )
}

interface Group {
  readonly key: string
  readonly target: NoteTarget
  readonly notes: CaseNote[]
}

const notesOf = ({ notes }: Group): readonly CaseNote[] => notes

/** Notes grouped by target, in the order of their first note; without those on the case. */
function groupByTarget(notes: readonly CaseNote[]): Group[] {
  const groups = new Map<string, Group>()
  for (const note of notes) {
    if (note.target.kind === 'case') continue
    const key = targetKey(note.target)
    const group = groups.get(key) ?? { key, target: note.target, notes: [] }
    group.notes.push(note)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** A link to the view that shows the target, if there is one: a wallet belongs to no single token. */
function TargetName({ target }: { readonly target: NoteTarget }) {
  const text = capitalize(describeTarget(target))
  if (target.kind === 'case' || target.kind === 'wallet') return text
  const address = 'address' in target ? target.address : target.token_address
  const params = { network: target.network, address }
  if (target.kind === 'trade') {
    return (
      <Link to="/t/$network/$address" params={params} search={{ view: 'trades' }}>
        {text}
      </Link>
    )
  }
  const selection =
    target.kind === 'cluster'
      ? { ...EMPTY_SELECTION, cluster: target.cluster }
      : target.kind === 'link'
        ? { ...EMPTY_SELECTION, link: { source: target.source, target: target.target, kind: target.link_kind, token: target.asset } }
        : EMPTY_SELECTION
  return (
    <Link to="/t/$network/$address" params={params} search={withSelection({}, selection)}>
      {text}
    </Link>
  )
}
