import type { ImportRecord } from '../../../src-shared/contract/records/imports.ts'
import { Tag } from '../../ui/Tag.tsx'
import { AgeCell, PlainTable } from '../../ui/PlainTable.tsx'
import { importedText, IMPORT_KINDS } from './import-text.ts'
import { RemoveImport } from './RemoveImport.tsx'
import { TokenLinks } from './TokenLinks.tsx'
import { capitalize } from '../../format/capitalize.ts'

/** Imported files with their contents and source. */
export function ImportTable({ imports }: { imports: readonly ImportRecord[] }) {
  return (
    <PlainTable scrolls columns={['File', 'Contents', 'Tokens', 'Source', { end: 'Imported' }, { end: 'Actions' }]}>
      {imports.map((file) => (
        <tr key={file.sha256}>
          <th scope="row">
            <span className="token-link row">
              <span className="token-link-text">
                <span className="truncate" title={file.name}>
                  {file.name}
                </span>
                <span className="quiet">{IMPORT_KINDS[file.kind]}</span>
              </span>
              {file.sample ? <Tag tone="notice" text="Sample case" /> : null}
            </span>
          </th>
          <td className="num">{importedText(file)}</td>
          <td>
            <TokenLinks file={file} />
          </td>
          <td className="quiet import-source">
            <span title={importSourceText(file)}>{importSourceText(file)}</span>
          </td>
          <AgeCell at={file.imported_at} end />
          <td className="end row-actions">
            <RemoveImport file={file} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

function importSourceText({ source, licence }: ImportRecord): string {
  return source === null ? 'Not stated' : `${capitalize(source)}. Licence: ${licence ?? 'not stated'}.`
}
