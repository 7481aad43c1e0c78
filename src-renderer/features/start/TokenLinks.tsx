import { Link } from '@tanstack/react-router'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { shortAddress } from '../../format/address.ts'

/** Traded tokens linked from one file; a block can name dozens. */
const TOKENS_LINKED = 3

/** The way to what a file brought. */
export function TokenLinks({ file }: { file: Pick<ImportResult, 'tokens' | 'kind'> }) {
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
