import type { ImportRecord } from '../../../src-shared/contract/records/imports.ts'
import { useDeletion } from '../../api/use-deletions.ts'
import { Button } from '../../ui/Button.tsx'

/** Undoes an import. */
export function TakeBack({ file: { name, sha256 } }: { readonly file: ImportRecord }) {
  const take = useDeletion(`Took back the import of ${name}`, (client) => client.call('takeBackImport', { params: { sha256 } }))
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
