import { section, type LineCheck, type SpecLine } from '../line.ts'
import { count, filled, isoMillis, list, number, orNull, record, text, whole } from '../shape.ts'
import { NETWORKS, UNREAD, type Subject } from '../subject.ts'
import { hold, notApplicable, same } from '../verdict.ts'
import { status } from './endpoints.ts'
import { fails } from './fails.ts'

/** docs/api/records.md#trade, and docs/api/rest.md#historical-trades. */

const side = record({ address: filled, amount: number, amount_usd: orNull(number) })
const TRADE = {
  block_time: isoMillis,
  block: count,
  tx_signature: filled,
  dex: filled,
  dex_version: text,
  signer: filled,
  receiver: orNull(filled),
  pool_address: orNull(filled),
  token_in: side,
  token_out: side,
  fee_usd: orNull(number),
}
export const trade = record(TRADE)
export const tradeFields = TRADE

interface Trade {
  readonly block: number
  readonly tx_signature: string
  readonly signer: string
  readonly pool_address: string | null
  readonly token_in: { readonly address: string }
  readonly token_out: { readonly address: string }
}
interface Page {
  readonly trades: readonly Trade[]
  readonly next_cursor: string | null
}

const url = (subject: Subject, query: string): string => `/dex/v1/${subject.traded.network}/trades?${query}`
const byToken = (subject: Subject, rest = ''): string => url(subject, `token=${encodeURIComponent(subject.traded.token)}${rest}`)
const page = (subject: Subject, rest: string): Promise<Page> => subject.json<Page>(byToken(subject, rest))

async function allPages(subject: Subject, rest: string, limit: number): Promise<Trade[]> {
  const seen: Trade[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: Page = await page(subject, `${rest}&limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...next.trades)
    cursor = next.next_cursor
  }
  return seen
}

const refusedQuery = (says: string, query: (subject: Subject) => string): [string, LineCheck] => [
  says,
  fails(422, ['validation_error'], (subject) => subject.get(url(subject, query(subject)))),
]

export const tradeLines: readonly SpecLine[] = [
  ...section(
    'docs/api/records.md#trade',
    Object.entries(TRADE).map(([name, shape]): [string, LineCheck] => [
      name,
      async (subject) => {
        for (const row of (await page(subject, '&limit=200')).trades) shape((row as unknown as Record<string, unknown>)[name], name)
      },
    ]),
  ),
  ...section('docs/api/rest.md#historical-trades', [
    [
      '{ trades, next_cursor }, each a Trade',
      async (subject) => record({ trades: list(trade, 1), next_cursor: orNull(filled) })(await page(subject, ''), 'the page'),
    ],
    [
      'token: matches token_in, token_out and pool as the stream does',
      async (subject) => {
        const { token } = subject.traded
        for (const row of (await page(subject, '&limit=200')).trades) {
          hold([row.token_in.address, row.token_out.address, row.pool_address].includes(token), 'every trade should name the token')
        }
      },
    ],
    [
      'pool',
      async (subject) => {
        const pool = subject.traded.pool ?? notApplicable('no trade of the server names its pool')
        const { trades } = await subject.json<Page>(url(subject, `pool=${encodeURIComponent(pool)}`))
        hold(trades.length > 0 && trades.every((row) => row.pool_address === pool), 'every trade should be in the pool')
        const asToken = await subject.json<Page>(url(subject, `token=${encodeURIComponent(pool)}`))
        same(asToken.trades, trades, 'the trades of the pool asked for as a token')
      },
    ],
    [
      'signer',
      async (subject) => {
        const { trades } = await subject.json<Page>(url(subject, `signer=${encodeURIComponent(subject.traded.signer)}`))
        hold(trades.length > 0 && trades.every((row) => row.signer === subject.traded.signer), 'every trade should be by the signer')
      },
    ],
    refusedQuery('none of the filters is 422', () => 'limit=5'),
    refusedQuery('two filters are 422', (subject) => `token=${subject.traded.token}&signer=${subject.traded.signer}`),
    ['sort: desc is the default', async (subject) => same(await page(subject, ''), await page(subject, '&sort=desc'), 'the page')],
    [
      'sort=asc: oldest first',
      async (subject) => {
        const blocks = (await allPages(subject, '&sort=asc', 200)).map((row) => row.block)
        same(
          blocks,
          blocks.toSorted((a, b) => a - b),
          'blocks',
        )
      },
    ],
    [
      'order is an alias of sort',
      async (subject) => same((await page(subject, '&order=asc')).trades, (await page(subject, '&sort=asc')).trades, 'the page'),
    ],
    [
      'limit: 50 by default',
      async (subject) => {
        const all = await allPages(subject, '', 200)
        same((await page(subject, '')).trades.length, Math.min(50, all.length), 'the length of a page')
      },
    ],
    ['limit: 1', async (subject) => same((await page(subject, '&limit=1')).trades.length, 1, 'the length of a page')],
    refusedQuery('limit: 0 is 422', (subject) => `token=${subject.traded.token}&limit=0`),
    refusedQuery('limit: 201 is 422', (subject) => `token=${subject.traded.token}&limit=201`),
    refusedQuery('all three filters are 422', ({ traded: { token, signer } }) => `token=${token}&pool=${token}&signer=${signer}`),
    refusedQuery('the same filter twice is 422', ({ traded: { token } }) => `token=${token}&token=${token}`),
    refusedQuery('an empty filter is 422', () => 'token='),
    refusedQuery('a filter that is no address is 422', () => 'signer=hello'),
    refusedQuery('sort: another word is 422', (subject) => `token=${subject.traded.token}&sort=up`),
    refusedQuery('sort and order that differ are 422', (subject) => `token=${subject.traded.token}&sort=asc&order=desc`),
    ...['many', '', '-1', '1e1', '0x10'].map((text) =>
      refusedQuery(`limit: "${text}" is 422`, ({ traded: { token } }) => `token=${token}&limit=${text}`),
    ),
    [
      'limit: 200',
      async (subject) =>
        same((await page(subject, '&limit=200')).trades.length, Math.min(200, (await allPages(subject, '', 50)).length), 'the length'),
    ],
    refusedQuery('limit: 1.5 is 422', (subject) => `token=${subject.traded.token}&limit=1.5`),
    [
      'paging to the end gives every trade once, none twice',
      async (subject) => {
        const whole = await allPages(subject, '', 200)
        for (const limit of [1, 7, 50]) {
          if (whole.length / limit > 60) continue
          same(await allPages(subject, '', limit), whole, `pages of ${limit}`)
        }
      },
    ],
    [
      'and the other way round with asc',
      async (subject) => same((await allPages(subject, '&sort=asc', 7)).toReversed(), await allPages(subject, '', 200), 'the trades'),
    ],
    [
      'the cursor is bound to its filter',
      async (subject) => {
        const { next_cursor } = await page(subject, '&limit=1')
        if (next_cursor === null) return notApplicable('the server has one trade only')
        const query = `signer=${encodeURIComponent(subject.traded.signer)}&cursor=${encodeURIComponent(next_cursor)}`
        await fails(422, ['validation_error'], () => subject.get(url(subject, query)))(subject)
      },
    ],
    [
      'and to its order',
      async (subject) => {
        const { next_cursor } = await page(subject, '&limit=1')
        if (next_cursor === null) return notApplicable('the server has one trade only')
        await fails(422, ['validation_error'], () => subject.get(byToken(subject, `&sort=asc&cursor=${encodeURIComponent(next_cursor)}`)))(subject)
      },
    ],
    [
      'the cursor goes with another limit',
      async (subject) => {
        const { next_cursor } = await page(subject, '&limit=1')
        if (next_cursor === null) return notApplicable('the server has one trade only')
        const rest = await page(subject, `&limit=200&cursor=${encodeURIComponent(next_cursor)}`)
        same(rest.trades.slice(0, 100), (await allPages(subject, '', 200)).slice(1, 101), 'what follows the first trade')
      },
    ],
    refusedQuery('a cursor of nobody is 422', (subject) => `token=${subject.traded.token}&cursor=abc`),
    [
      'all networks',
      async (subject) => {
        for (const network of NETWORKS) {
          const answer = await subject.get(`/dex/v1/${network}/trades?token=${encodeURIComponent(UNREAD[network])}`)
          status(answer, 200, network)
          same(JSON.parse(answer.body.toString('utf8')), { trades: [], next_cursor: null }, `the page of an unread token on ${network}`)
        }
      },
    ],
    [
      '/local/v1/{network}/trades: NDJSON, streamed',
      async (subject) => {
        const { network, token } = subject.traded
        const { body, headers } = await subject.get(`/local/v1/${network}/trades?token=${encodeURIComponent(token)}`)
        hold(/ndjson/.test(headers['content-type'] ?? ''), `the type should be NDJSON, and is ${headers['content-type']}`)
        const rows = body
          .toString('utf8')
          .trimEnd()
          .split('\n')
          .map((row) => JSON.parse(row) as unknown)
        same(rows, await allPages(subject, '', 200), 'the lines')
      },
    ],
    [
      '/local/v1/{network}/trades: CSV',
      async (subject) => {
        const { network, token } = subject.traded
        const { body, headers } = await subject.get(`/local/v1/${network}/trades?token=${encodeURIComponent(token)}&format=csv`)
        hold(/^text\/csv\b/.test(headers['content-type'] ?? ''), `the type should be CSV, and is ${headers['content-type']}`)
        const rows = body.toString('utf8').trimEnd().split('\r\n')
        const wide = rows[0]?.split(',').length
        hold(
          rows.every((row) => row.includes('"') || row.split(',').length === wide),
          'every line should have as many fields as the head',
        )
        same(rows.length, (await allPages(subject, '', 200)).length + 1, 'the number of lines with the head')
      },
    ],
    [
      '/local/v1/{network}/trades: from, to, min_usd',
      async (subject) => {
        const { network, token } = subject.traded
        const lines = async (query: string): Promise<number> => {
          const body = (await subject.get(`/local/v1/${network}/trades?token=${encodeURIComponent(token)}&${query}`)).body.toString('utf8')
          return body === '' ? 0 : body.trimEnd().split('\n').length
        }
        same(await lines('from=4000000000'), 0, 'trades of the far future')
        same(await lines('to=1'), 0, 'trades of 1970')
        const worth = (await allPages(subject, '', 200)) as unknown as {
          token_in: { amount_usd: number | null }
          token_out: { amount_usd: number | null }
        }[]
        const from100 = worth.filter((row) => Math.max(row.token_in.amount_usd ?? -1, row.token_out.amount_usd ?? -1) >= 100).length
        whole(await lines('min_usd=100'), 'lines')
        same(await lines('min_usd=100'), from100, 'trades of 100 dollars and more')
      },
    ],
  ]),
]
