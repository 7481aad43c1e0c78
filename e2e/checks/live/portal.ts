import { encodeEventTopics, parseAbi } from 'viem'
import type { ArchiveAccess } from '../../../src-main/chains/archive/request.ts'
import { logQuery, payeesQuery } from '../../../src-main/chains/evm/reading/archive/query.ts'
import { transactionQuery } from '../../../src-main/chains/solana/reading/archive/query.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { ArchiveNetwork } from '../../../src-shared/services.ts'

/**
 * What an SQD Portal gateway answers to each query that reading sends, at old and new blocks, and to queries that it may not support
 * (docs/chains.md#archives). One sentence each. The queries name the wrapped coin of the network, never a token or wallet of the user.
 */
export async function checkPortal(network: ArchiveNetwork, access: ArchiveAccess): Promise<string[]> {
  const ask = asker(access)
  const head = await ask('finalized-head', null)
  const found = /"number":\s*(\d+)/.exec(head.lines[0] ?? '')
  if (found === null) return [`finalized-head: ${head.text}.`]
  const number = Number(found[1])
  const sentences = [`metadata: ${(await ask('metadata', null)).text}.`, `finalized-head: ${number}; ${head.headers}.`]
  for (const { name, query, blocks } of network === 'sol' ? SOLANA : evmQueries(network)) {
    for (const share of SHARES) {
      const fromBlock = Math.floor(number * share)
      const { text } = await ask('finalized-stream', { ...query, fromBlock, toBlock: fromBlock + blocks - 1 })
      sentences.push(`${name}, from block ${fromBlock}: ${text}.`)
    }
  }
  const wide = { type: network === 'sol' ? 'solana' : 'evm', fields: { block: { number: true } }, fromBlock: Math.floor(number / 2), toBlock: number }
  for (const options of ['', '?max_chunks=1000']) {
    const { lines } = await ask(`finalized-stream${options}`, wide)
    sentences.push(`An answer without rows${options === '' ? '' : ` with ${options.slice(1)}`} covers ${coveredBy(lines)} blocks.`)
  }
  return sentences
}

const SHARES = [0.25, 0.6, 0.999]

/** WETH, WETH and WBNB. */
const WRAPPED: Readonly<Record<Exclude<ArchiveNetwork, 'sol'>, string>> = {
  eth: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  base: '0x4200000000000000000000000000000000000006',
  bsc: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
}
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const [TRANSFER] = encodeEventTopics({ abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']) })

interface NamedQuery {
  readonly name: string
  readonly query: Readonly<Record<string, unknown>> | null
  readonly blocks: number
}

function evmQueries(network: keyof typeof WRAPPED): readonly NamedQuery[] {
  const coin = WRAPPED[network]
  const filters = [{ addresses: [coin], topics: [TRANSFER ?? ''] }] as unknown as Parameters<typeof logQuery>[0]
  const payees = [trustedAddress(coin)]
  return [
    { name: 'Logs', query: logQuery(filters, false), blocks: 20 },
    { name: 'Logs with their transactions', query: logQuery(filters, true), blocks: 2 },
    { name: 'Payments', query: payeesQuery(payees, false), blocks: 2 },
    { name: 'Payments with traces', query: payeesQuery(payees, true), blocks: 2 },
    {
      name: 'Creations by address',
      query: {
        type: 'evm',
        fields: { block: { number: true }, trace: { transactionIndex: true, createResultAddress: true } },
        traces: [{ type: ['create'], createResultAddress: [coin] }],
      },
      blocks: 100,
    },
  ]
}

const SOLANA: readonly NamedQuery[] = [
  { name: 'Transactions of an account', query: transactionQuery([WRAPPED_SOL]), blocks: 2 },
  {
    name: 'Balances of a mint with their whole transactions',
    query: {
      type: 'solana',
      fields: { block: { number: true }, tokenBalance: { transactionIndex: true, account: true, postAmount: true } },
      tokenBalances: [{ postMint: [WRAPPED_SOL], transactionBalances: true, transactionTokenBalances: true }],
    },
    blocks: 1,
  },
]

interface Answer {
  readonly lines: readonly string[]
  readonly headers: string
  /** Status, number of blocks and rows, and any message of the gateway. */
  readonly text: string
}

const TIMEOUT_MS = 90_000
const TEXT_LENGTH = 200

function asker({ url, dataset, key }: ArchiveAccess): (path: string, body: unknown) => Promise<Answer> {
  const base = `${url.replace(/\/$/, '')}/datasets/${encodeURIComponent(dataset)}`
  return async (path, body) => {
    const answer = await fetch(`${base}/${path}`, {
      ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...(key === null ? {} : { 'x-api-key': key }) },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const received = await answer.text()
    const lines = received.split('\n').filter((line) => line !== '')
    const headers = [...answer.headers]
      .filter(([name]) => name === 'retry-after' || name.startsWith('x-sqd-'))
      .map(([name, value]) => `${name} ${value}`)
    const isStream = body !== null && answer.status === 200
    const shown = isStream
      ? `${lines.length} blocks, ${lines.filter((line) => hasRows(line)).length} with rows`
      : received.slice(0, TEXT_LENGTH).trim()
    return {
      lines,
      headers: headers.join(', '),
      text: [`HTTP ${answer.status}`, shown, ...(isStream ? [] : headers)].filter((one) => one !== '').join(', '),
    }
  }
}

const hasRows = (line: string): boolean => Object.keys(JSON.parse(line) as object).length > 1

function coveredBy(lines: readonly string[]): number {
  const [first, last] = [lines[0], lines.at(-1)].map((line) => (JSON.parse(line ?? '{}') as { header?: { number: number } }).header?.number)
  return first === undefined || last === undefined ? 0 : last - first + 1
}
