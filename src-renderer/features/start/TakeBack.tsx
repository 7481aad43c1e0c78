import type { ImportRecord } from '../../../src-shared/contract/records/imports.ts'
import { useDeletion } from '../../api/use-deletions.ts'
import { Button } from '../../ui/Button.tsx'

/** Takes an imported map, list or snapshot back. Answers of nodes are facts of a chain and go with their token. */
export function TakeBack({ file: { kind, name, sha256 } }: { readonly file: ImportRecord }) {
  const take = useDeletion(`Took back the import of ${name}`, (client) => client.call('takeBackImport', { params: { sha256 } }))
  if (kind === 'node_answers') return null
  return (
    <Button
      kind="quiet"
      disabled={take.isPending}
      aria-label={`Take back the import of ${name}`}
      title="Removes all that the file brought; what it replaced is there again"
      onClick={() => take.mutate()}
    >
      Take back
    </Button>
  )
}
