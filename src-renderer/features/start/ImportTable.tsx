import type { ImportRecord } from '../../../src-shared/contract/records/imports.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Age } from '../../ui/Value.tsx'
import { broughtWords, KINDS } from './import-words.ts'
import { TokenLinks } from './TokenLinks.tsx'
import { capital } from '../../format/capital.ts'

/** Which files the stored facts came from, who recorded them, and the way to what they brought. */
export function ImportTable({ imports }: { imports: readonly ImportRecord[] }) {
  return (
    <div className="plain-table-room">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Contents</th>
            <th scope="col">Tokens</th>
            <th scope="col">Source</th>
            <th scope="col" className="end">
              Imported
            </th>
          </tr>
        </thead>
        <tbody>
          {imports.map((file) => (
            <tr key={file.sha256}>
              <th scope="row">
                <span className="token-link">
                  <span className="token-link-text">
                    <span className="truncate" title={file.name}>
                      {file.name}
                    </span>
                    <span className="quiet">{KINDS[file.kind]}</span>
                  </span>
                  {file.sample ? <Tag tone="notice">Sample case</Tag> : null}
                </span>
              </th>
              <td className="num">{broughtWords(file)}</td>
              <td>
                <TokenLinks file={file} />
              </td>
              <td className="quiet import-source">
                <span title={sourceWords(file)}>{sourceWords(file)}</span>
              </td>
              <td className="end">
                <Age at={file.imported_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sourceWords({ source, licence }: ImportRecord): string {
  return source === null ? 'Not stated' : `${capital(source)}. Licence: ${licence ?? 'not stated'}.`
}
