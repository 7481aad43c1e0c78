import { Link } from '@tanstack/react-router'
import type { ImportRecord } from '../../../src-shared/contract/records/local.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Age } from '../../ui/Value.tsx'

const KINDS: Readonly<Record<ImportRecord['kind'], string>> = {
  holder_map: 'Holder map',
  relationship_map: 'Relationship map',
  node_answers: 'Node answers',
  snapshot: 'Snapshot',
}

/** Traded tokens linked from one file; a block can name dozens. */
const TOKENS_LINKED = 3

/** Which files the stored facts came from, who recorded them, and the way to what they brought. */
export function ImportTable({ imports }: { imports: readonly ImportRecord[] }) {
  return (
    <div className="plain-table-room">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Brought</th>
            <th scope="col">Open</th>
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
                    <span className="truncate">{file.name}</span>
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
  return source === null ? 'Not stated' : `${source.charAt(0).toUpperCase()}${source.slice(1)}. Licence: ${licence ?? 'not stated'}.`
}

function broughtWords({ holders, trades, transfers, snapshots }: ImportRecord): string {
  const parts = [
    holders > 0 ? countOf(holders, 'holder') : '',
    trades > 0 ? countOf(trades, 'trade') : '',
    transfers > 0 ? countOf(transfers, 'transfer') : '',
    snapshots > 0 ? countOf(snapshots, 'snapshot') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'nothing new' : parts.join(', ')
}

function TokenLinks({ file }: { file: ImportRecord }) {
  const more = file.tokens.length - TOKENS_LINKED
  return (
    <span className="import-links">
      {file.tokens.slice(0, TOKENS_LINKED).map(({ network, token_address }) => (
        <Link
          key={`${network}${token_address}`}
          className="mono"
          title={token_address}
          to="/t/$network/$address"
          params={{ network, address: token_address }}
          search={file.kind === 'node_answers' ? { view: 'trades' } : {}}
        >
          {shortAddress(token_address)}
        </Link>
      ))}
      {more > 0 ? <span className="quiet">and {more} more</span> : null}
    </span>
  )
}
