import type { TokenRef } from '../../api/token-queries.ts'
import { useDeletion } from '../../api/use-deletions.ts'
import { AskToDelete } from '../../ui/AskToDelete.tsx'

/** Deletes a token after a second click. */
export function DeleteToken({ token, name }: { readonly token: TokenRef; readonly name: string }) {
  const { network, address: token_address } = token
  const remove = useDeletion(`Deleted ${name}`, (client) =>
    client.call('deleteToken', { params: { network, token_address }, query: { even_if_used: 'true' } }),
  )
  return (
    <AskToDelete
      token={token}
      label={`Delete ${name}`}
      question="With its facts, snapshots and scans? Cases keep their notes about it."
      pending={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  )
}
