import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { tokensQuery } from '../../api/service-queries.ts'
import { useClient } from '../../api/service.tsx'
import { shortAddress } from '../../format/address.ts'

/** Maximum number of token links per file; a block can name dozens. */
const TOKENS_LINKED = 3

/** Links to the tokens of a file. */
export function TokenLinks({ file }: { file: Pick<ImportResult, 'tokens' | 'kind'> }) {
  const more = file.tokens.length - TOKENS_LINKED
  const known = useQuery(tokensQuery(useClient())).data?.value.tokens ?? []
  const symbolOf = ({ network, token_address }: ImportResult['tokens'][number]): string | null =>
    known.find((token) => token.network === network && token.address === token_address)?.symbol ?? null
  return (
    <span className="import-links">
      {file.tokens.slice(0, TOKENS_LINKED).map((token) => {
        const { network, token_address } = token
        const symbol = symbolOf(token)
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
