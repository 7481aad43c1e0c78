import { Link } from '@tanstack/react-router'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { shortAddress } from '../../format/address.ts'

/** Maximum number of token links per file; a block can name dozens. */
const TOKENS_LINKED = 3

/** Links to the tokens of a file. */
export function TokenLinks({ file }: { file: Pick<ImportResult, 'tokens' | 'kind'> }) {
  const more = file.tokens.length - TOKENS_LINKED
  const symbolOf = useTokenSymbols()
  return (
    <span className="import-links">
      {file.tokens.slice(0, TOKENS_LINKED).map(({ network, token_address }) => {
        const symbol = symbolOf(network, token_address)
        return (
          <Link
            key={`${network}${token_address}`}
            className={symbol === null ? 'mono' : 'truncate'}
            title={symbol === null ? token_address : `${symbol}, ${token_address}`}
            to="/t/$network/$address"
            params={{ network, address: token_address }}
            search={file.kind === 'node_answers' ? { view: 'trades' } : {}}
          >
            {symbol ?? shortAddress(token_address)}
          </Link>
        )
      })}
      {more > 0 ? <span className="quiet">and {more} more</span> : null}
    </span>
  )
}
