import { ApiError, connect, type StreamData } from '@holderscope/client'

/** Shows the share that clusters hold, and keeps it up to date. */

const holderscope = connect({ url: 'http://127.0.0.1:4690', key: sessionStorage.getItem('key') ?? '' })
const topic = { network: 'eth', address: '0x6982508145454ce325ddbe47a25d4ec3d2311933', stream: 'dex_metrics' } as const

const show = (metrics: StreamData<'dex_metrics'>, unknown: readonly string[]): void => {
  document.title = unknown.includes('cluster_pct') ? 'Clusters: unknown' : `Clusters: ${metrics.cluster_pct} %`
}
holderscope.subscribe(topic, ({ data, unknown }) => show(data, unknown))
holderscope.onState(() => console.log(holderscope.state()))

holderscope.call('scan', { params: { network: topic.network, token_address: topic.address } }).then(
  ({ value }) => console.log(value.results.simple.score, value.results.simple.reasons),
  (error: unknown) => console.log(error instanceof ApiError ? `${error.code}: ${error.message}` : error),
)
