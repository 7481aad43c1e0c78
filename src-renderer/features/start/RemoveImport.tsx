import type { ImportRecord } from '../../../src-shared/contract/records/imports.ts'
import { useDeletion } from '../../api/use-deletions.ts'
import { Button } from '../../ui/Button.tsx'

/** Removes what an import brought. */
export function RemoveImport({ file: { name, sha256 } }: { readonly file: ImportRecord }) {
  const removal = useDeletion(`Removed the import of ${name}`, (client) => client.call('takeBackImport', { params: { sha256 } }))
  return (
    <Button
      kind="quiet"
      disabled={removal.isPending}
      aria-label={`Remove the import of ${name}`}
      title="Removes everything this file added, and restores what it replaced"
      text="Remove"
      onClick={() => removal.mutate()}
    />
  )
}
