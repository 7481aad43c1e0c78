import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StartTraceBody, TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { tracesQuery, traceQuery } from '../../api/wallet-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TraceResult } from './TraceResult.tsx'
import styles from './Wallet.module.css'

const DIRECTIONS = [
  { id: 'out', label: 'Where it went' },
  { id: 'in', label: 'Where it came from' },
] as const
const HOPS = ['1', '2', '3', '4', '5', '6'].map((id) => ({ id, label: id }))
const DAYS = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '365', label: '1 year' },
] as const
const DAY_SECONDS = 86_400
const NATIVE_COIN = ''

/** Follows money from the wallet hop by hop. The newest trace of the wallet is shown. */
export function WalletTrace({ found: { network, address, tokens } }: { found: WalletOverview }) {
  const client = useClient()
  const queries = useQueryClient()
  const [direction, setDirection] = useState<StartTraceBody['direction']>('out')
  const [hops, setHops] = useState('3')
  const [days, setDays] = useState<(typeof DAYS)[number]['id']>('30')
  const [coin, setCoin] = useState(NATIVE_COIN)
  const list = useQuery(tracesQuery(client))
  const newest = list.data?.value.traces.find((trace) => trace.network === network && trace.wallet === address)
  const shown = useQuery({ ...traceQuery(client, newest?.id ?? ''), enabled: newest !== undefined })
  const settled = { onSettled: () => queries.invalidateQueries({ queryKey: ['traces'] }) }
  const start = useMutation({
    mutationFn: () => {
      const since = Math.floor(Date.now() / 1000) - Number(days) * DAY_SECONDS
      const body = { wallet: address, direction, hops: Number(hops), since, ...(coin === NATIVE_COIN ? {} : { coin }) }
      return client.call('startTrace', { params: { network }, body })
    },
    ...settled,
  })
  const cancel = useMutation({ mutationFn: (id: string) => client.call('cancelTrace', { params: { id } }), ...settled })
  const resume = useMutation({ mutationFn: (id: string) => client.call('resumeTrace', { params: { id } }), ...settled })
  const trace = shown.data?.value
  return (
    <section className="block" aria-labelledby="wallet-trace">
      <h2 id="wallet-trace">Trace</h2>
      <p className="block-text">Follows money hop by hop from the node of this network, and stops at services. What was read is stored.</p>
      <div className={styles['trace-form']}>
        <Segmented label="Direction" value={direction} options={DIRECTIONS} onChange={setDirection} />
        <label className={styles['trace-field']}>
          Coin
          <select className="input" value={coin} onChange={(event) => setCoin(event.target.value)}>
            <option value={NATIVE_COIN}>{NETWORKS[network].native.symbol}</option>
            {tokens.map((token) => (
              <option key={token.address} value={token.address}>
                {token.symbol ?? token.address}
              </option>
            ))}
          </select>
        </label>
        <span className={styles['trace-field']}>
          Hops
          <Segmented label="Hops" value={hops} options={HOPS} onChange={setHops} />
        </span>
        <Segmented label="Period" value={days} options={DAYS} onChange={setDays} />
        <Button kind="primary" onClick={() => start.mutate()} disabled={start.isPending || trace?.state === 'running'}>
          Trace
        </Button>
      </div>
      <InlineError error={start.error} />
      {trace === undefined ? null : (
        <>
          <p className={styles['trace-state']} role="status">
            {stateText(trace)}
            {trace.state === 'running' ? (
              <Button kind="quiet" onClick={() => cancel.mutate(trace.id)} disabled={cancel.isPending}>
                Stop
              </Button>
            ) : trace.state !== 'done' || trace.out_of_calls ? (
              <Button kind="quiet" onClick={() => resume.mutate(trace.id)} disabled={resume.isPending}>
                Go on
              </Button>
            ) : null}
          </p>
          {trace.error === null ? null : <p role="alert">{trace.error}</p>}
          <TraceResult trace={trace} />
        </>
      )}
    </section>
  )
}

function stateText({ state, out_of_calls, calls, calls_made, wallets_read, wallets_waiting }: TraceRecord): string {
  const read = `${countOf(wallets_read, 'wallet')} read, ${wallets_waiting} waiting, ${countOf(calls_made, 'call')}`
  if (state === 'running') return `Tracing: ${read} of ${calls}.`
  if (out_of_calls) return `Ended at its budget: ${read}.`
  return state === 'done' ? `Done: ${read}.` : `${state === 'failed' ? 'Failed' : 'Stopped'}: ${read}.`
}
