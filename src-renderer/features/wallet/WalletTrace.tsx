import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TRACE_CALLS_MAX } from '../../../src-shared/contract/limits.ts'
import type { StartTraceBody, TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { countOf, distinctSymbol } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { useCall } from '../../api/use-call.ts'
import { tracesQuery, traceQuery } from '../../api/wallet-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useScrollToPart } from '../../ui/notes/use-scroll-to-part.ts'
import { TraceResult } from './TraceResult.tsx'
import { Select, TextInput } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Wallet.module.css'

const DIRECTIONS = [
  { id: 'out', label: 'Where it went' },
  { id: 'in', label: 'Where it came from' },
] as const
const HOPS = ['1', '2', '3', '4', '5', '6'].map((id) => ({ id, label: id }))
const PERIODS = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '365', label: '1 year' },
  { id: 'dates', label: 'Dates' },
] as const
const DAY_SECONDS = 86_400
const NATIVE_COIN = ''
/** The part of the page that links point to. */
const TRACE_PART = 'wallet-trace'

/** Follows money from the wallet, hop by hop. Shows the newest trace of the wallet. */
export function WalletTrace({ found: { network, address, tokens } }: { found: WalletOverview }) {
  const client = useClient()
  const [direction, setDirection] = useState<StartTraceBody['direction']>('out')
  const [hops, setHops] = useState('3')
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['id']>('30')
  const [coin, setCoin] = useState(NATIVE_COIN)
  const [dates, setDates] = useState({ from: '', to: '' })
  const [least, setLeast] = useState('')
  const [calls, setCalls] = useState('')
  const list = useQuery(tracesQuery(client))
  const newest = list.data?.value.traces.find((trace) => trace.network === network && trace.wallet === address)
  const shown = useQuery({ ...traceQuery(client, newest?.id ?? ''), enabled: newest !== undefined })
  const options = { stale: [tracesQuery] }
  const start = useCall(() => {
    const times = period === 'dates' ? timesOf(dates) : { since: Math.floor(Date.now() / 1000) - Number(period) * DAY_SECONDS }
    const body = {
      ...{ wallet: address, direction, hops: Number(hops), ...times },
      ...(coin === NATIVE_COIN ? {} : { coin }),
      ...(least === '' ? {} : { min_amount: Number(least) }),
      ...(calls === '' ? {} : { calls: Number(calls) }),
    }
    return client.call('startTrace', { params: { network }, body })
  }, options)
  const cancel = useCall((_, id: string) => client.call('cancelTrace', { params: { id } }), options)
  const resume = useCall((_, id: string) => client.call('resumeTrace', { params: { id } }), options)
  const trace = shown.data?.value
  useScrollToPart(TRACE_PART)
  return (
    <Section id={TRACE_PART} title="Trace">
      <p className="block-text">Follows money hop by hop, using this network’s endpoint, and stops at services. Data read along the way is stored.</p>
      <div className={styles['trace-form']}>
        <Segmented label="Direction" value={direction} options={DIRECTIONS} onChange={setDirection} />
        <label className={styles['trace-field']}>
          Coin
          <Select
            value={coin}
            options={[
              [NATIVE_COIN, NETWORKS[network].native.symbol],
              ...tokens.map((token) => [token.address, distinctSymbol(tokens, token.address)] as const),
            ]}
            onChoose={setCoin}
          />
        </label>
        <span className={styles['trace-field']}>
          Hops
          <Segmented label="Hops" value={hops} options={HOPS} onChange={setHops} />
        </span>
        <Segmented label="Period" value={period} options={PERIODS} onChange={setPeriod} />
        {period === 'dates'
          ? (['from', 'to'] as const).map((end) => (
              <label key={end} className={styles['trace-field']}>
                {end === 'from' ? 'From' : 'To'}
                <TextInput
                  type="date"
                  value={dates[end]}
                  onText={(text) => setDates({ ...dates, [end]: text })}
                  title="In UTC; empty: 30 days before the end, or now"
                />
              </label>
            ))
          : null}
        <label className={styles['trace-field']} title="Smaller amounts are not followed">
          Minimum amount
          <TextInput className={styles['trace-number']} type="number" min={0} step="any" placeholder="any" value={least} onText={setLeast} />
        </label>
        <label className={styles['trace-field']} title="The trace stops after this many calls to the network’s endpoints">
          Maximum calls
          <TextInput
            className={styles['trace-number']}
            type="number"
            min={1}
            max={TRACE_CALLS_MAX}
            placeholder="2,000"
            value={calls}
            onText={setCalls}
          />
        </label>
        <Button kind="primary" text="Trace" onClick={() => start.mutate()} disabled={start.isPending || trace?.state === 'running'} />
      </div>
      <InlineError error={start.error} />
      {trace === undefined ? null : (
        <>
          <p className={styles['trace-state']} role="status">
            {stateText(trace)}
            {trace.state === 'running' ? (
              <Button kind="quiet" text="Stop" onClick={() => cancel.mutate(trace.id)} disabled={cancel.isPending} />
            ) : trace.state !== 'done' || trace.out_of_calls ? (
              <Button kind="quiet" text="Resume" onClick={() => resume.mutate(trace.id)} disabled={resume.isPending} />
            ) : null}
          </p>
          {trace.error === null ? null : <p role="alert">{trace.error}</p>}
          <TraceResult trace={trace} />
        </>
      )}
    </Section>
  )
}

/** Whole days in UTC. An empty day is left to the service. */
function timesOf({ from, to }: { readonly from: string; readonly to: string }): Pick<StartTraceBody, 'since' | 'until'> {
  const secondsAt = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000
  const endsToday = to === '' || secondsAt(to) + DAY_SECONDS > Date.now() / 1000
  return { ...(from === '' ? {} : { since: secondsAt(from) }), ...(endsToday ? {} : { until: secondsAt(to) + DAY_SECONDS - 1 }) }
}

function stateText({ state, out_of_calls, calls, calls_made, wallets_read, wallets_waiting }: TraceRecord): string {
  const read = `${countOf(wallets_read, 'wallet')} read, ${wallets_waiting} waiting, ${countOf(calls_made, 'call')}`
  if (state === 'running') return `Tracing: ${read} of ${calls}.`
  if (out_of_calls) return `Stopped at its call limit: ${read}.`
  return state === 'done' ? `Done: ${read}.` : `${state === 'failed' ? 'Failed' : 'Stopped'}: ${read}.`
}
