import type { TokenRef } from '../../api/token-queries.ts'
import { useDeletion } from '../../api/use-deletions.ts'
import { formatMoment } from '../../format/time.ts'
import { AskToDelete } from '../../ui/AskToDelete.tsx'

/** Deletes one scan after a second click. */
export function DeleteScan({ token, at }: { readonly token: TokenRef; readonly at: number }) {
  const { network, address: token_address } = token
  const name = `the scan of ${formatMoment(at)}`
  const remove = useDeletion(`Deleted ${name}`, (client) =>
    client.call('deleteScan', { params: { network, token_address, generated_at: at }, query: { even_if_used: 'true' } }),
  )
  return (
    <AskToDelete
      token={token}
      part={{ scan: at }}
      label={`Delete ${name}`}
      question="Only this scan."
      pending={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  )
}
