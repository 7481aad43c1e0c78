import { connect, type CallAnswer, type NetworkId, type Trade } from '@holderscope/client'

/** Prints the largest cluster of a token and then its trades, with types. */

const network: NetworkId = 'sol'
const address = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const holderscope = connect({ key: 'the key of `holderscope keys create`' })

const { value, unknown } = await holderscope.call('clusters', { params: { network, token_address: address } })
const largest: CallAnswer<'clusters'>['clusters'][number] | undefined = value.clusters[0]
console.log(largest?.pct, largest?.cluster_addresses.length, unknown)

const trades = await holderscope.call('trades', { params: { network }, query: { token: address, limit: 10 } })
console.log(trades.value.trades.length, trades.value.next_cursor)

const print = (trade: Trade): void => console.log(trade.block_time, trade.signer, trade.token_out.amount)
const stop = holderscope.trades({ network, address }, { onTrade: print, onGap: (gap) => console.error(gap.reason) })
holderscope.subscribe({ network, address, stream: 'dex_metrics' }, ({ data }) => console.log(data.cluster_pct))
setTimeout(stop, 60_000)
