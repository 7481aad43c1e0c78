import { Link } from '@tanstack/react-router'
import type { CaseNote, NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { describeTarget } from '../../../src-shared/domain/cases/step-text.ts'
import { capitalize } from '../../format/capitalize.ts'
import { isSameTarget } from '../../format/note-target.ts'
import { withSelection } from '../../stores/url-state.ts'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { Notes } from '../../ui/notes/Notes.tsx'
import { NoteText } from '../../ui/notes/NoteText.tsx'
import styles from './Cases.module.css'

const WHOLE_CASE: NoteTarget = { kind: 'case' }

/** Notes on the case itself, then those on what it is about, one heading a target. */
export function CaseNotes({ notes }: { readonly notes: readonly CaseNote[] }) {
  const targets: NoteTarget[] = []
  for (const { target } of notes) {
    if (target.kind !== 'case' && !targets.some((each) => isSameTarget(each, target))) targets.push(target)
  }
  return (
    <section className="block" aria-labelledby="case-notes">
      <h2 id="case-notes">Notes</h2>
      <Notes target={WHOLE_CASE} />
      {targets.map((target) => (
        <div key={JSON.stringify(target)} className={styles['target']}>
          <h3>
            <TargetName target={target} />
          </h3>
          {notes
            .filter((note) => isSameTarget(note.target, target))
            .map((note) => (
              <NoteText key={note.id} note={note} />
            ))}
        </div>
      ))}
    </section>
  )
}

/** A link to where the target is shown, where that is known: a wallet belongs to no single token. */
function TargetName({ target }: { readonly target: NoteTarget }) {
  const text = capitalize(describeTarget(target))
  if (target.kind === 'case' || target.kind === 'wallet') return text
  const address = 'address' in target ? target.address : target.token_address
  const selection =
    target.kind === 'cluster'
      ? { ...EMPTY_SELECTION, cluster: target.cluster }
      : target.kind === 'link'
        ? { ...EMPTY_SELECTION, link: { source: target.source, target: target.target, kind: target.link_kind, token: target.asset } }
        : EMPTY_SELECTION
  return (
    <Link to="/t/$network/$address" params={{ network: target.network, address }} search={withSelection({}, selection)}>
      {text}
    </Link>
  )
}
