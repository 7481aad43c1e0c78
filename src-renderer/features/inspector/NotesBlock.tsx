import { Link } from '@tanstack/react-router'
import { useChangeCase, useOpenCase } from '../../api/use-case.ts'
import type { NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { countOf } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { Notes } from '../../ui/notes/Notes.tsx'
import { Block } from './parts.tsx'

/** Notes of the open case on the selection. A token or wallet can also be added to the case. */
export function NotesBlock({ target }: { readonly target: NoteTarget }) {
  return (
    <Block title="Notes" aside={target.kind === 'token' || target.kind === 'wallet' ? <CaseToggle item={target} /> : null}>
      <Notes target={target} />
      {target.kind === 'token' ? <TradeNotesLink network={target.network} address={target.address} /> : null}
    </Block>
  )
}

/** A link to the notes on single trades of a token. */
function TradeNotesLink({ network, address }: Pick<Extract<NoteTarget, { address: string }>, 'network' | 'address'>) {
  const record = useOpenCase()
  const count = record?.notes.filter(({ target: on }) => on.kind === 'trade' && on.network === network && on.token_address === address).length ?? 0
  if (count === 0) return null
  return (
    <Link to="/t/$network/$address" params={{ network, address }} search={{ view: 'trades' }}>
      {countOf(count, 'note')} on {count === 1 ? 'a trade' : 'trades'} of this token
    </Link>
  )
}

function CaseToggle({ item: { kind, network, address } }: { readonly item: Extract<NoteTarget, { address: string }> }) {
  const record = useOpenCase()
  const change = useChangeCase()
  const isIn = record?.items.some((each) => each.kind === kind && each.network === network && each.address === address) ?? false
  return (
    <Button
      kind="quiet"
      disabled={change.isPending}
      text={isIn ? 'Remove from case' : 'Add to case'}
      onClick={() => change.mutate({ op: isIn ? 'remove_item' : 'add_item', kind, network, address })}
    />
  )
}
