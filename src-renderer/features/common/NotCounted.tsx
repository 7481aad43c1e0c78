import type { NetworkId } from '../../../src-shared/networks.ts'
import { COMMON_KEY } from '../../api/common-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/States.tsx'
import styles from './Common.module.css'

interface Props {
  network: NetworkId
  tokens: readonly { readonly address: string; readonly symbol: string | null }[]
  /** Number of all such tokens; null if `tokens` has all of them. */
  total: number | null
}

/** Tokens whose early wallets are unknown, with a button to compute them. */
export function NotCounted({ network, tokens, total }: Props) {
  const count = useCall(
    async ({ client }) => {
      for (const { address } of tokens) await client.call('takeSnapshot', { params: { network, token_address: address } })
    },
    { stale: [() => ({ queryKey: COMMON_KEY })] },
  )
  if (tokens.length === 0) return null
  const names =
    tokens.length > 3 ? countOf(total ?? tokens.length, 'token') : tokens.map(({ address, symbol }) => symbol ?? shortAddress(address)).join(', ')
  return (
    <div className={styles['notCounted']}>
      <Notice>
        <p>The roles of wallets in {names} are unknown: they are counted when a snapshot is taken.</p>
        <Button
          icon="snapshots"
          disabled={count.isPending}
          text={count.isPending ? 'Taking snapshots…' : tokens.length === 1 ? 'Take a snapshot' : 'Take a snapshot of each'}
          onClick={() => count.mutate()}
        />
        <InlineError error={count.error} />
      </Notice>
    </div>
  )
}
