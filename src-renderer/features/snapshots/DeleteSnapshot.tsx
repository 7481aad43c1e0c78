import type { TokenRef } from '../../api/token-queries.ts'
import { useDeletion } from '../../api/use-deletions.ts'
import { formatMoment } from '../../format/time.ts'
import { AskToDelete } from '../../ui/AskToDelete.tsx'

/** Deletes one snapshot after a second click. */
export function DeleteSnapshot({ token, timestamp }: { readonly token: TokenRef; readonly timestamp: number }) {
  const { network, address: token_address } = token
  const name = `the snapshot of ${formatMoment(timestamp)}`
  const remove = useDeletion(`Deleted ${name}`, (client) =>
    client.call('deleteSnapshot', { params: { network, token_address, timestamp }, query: { even_if_used: 'true' } }),
  )
  return (
    <AskToDelete
      token={token}
      part={{ snapshot: timestamp }}
      label={`Delete ${name}`}
      question="The facts that it was made of stay."
      pending={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  )
}
