import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, digits, nonEmptyText, isoMillis, list, number, orNull, record, text, integer } from '../shape.ts'
import { NETWORKS, UNREAD_TOKENS, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import { assertStatus } from './endpoints.ts'
import { failsWith } from './assert-failure.ts'

/** docs/api/records.md#trade, and docs/api/rest.md#historical-trades. */

const side = record({ address: nonEmptyText, amount: number, amount_usd: orNull(number) })
const TRADE = {
  block_time: isoMillis,
  block: count,
  tx_signature: nonEmptyText,
  dex: nonEmptyText,
  dex_version: text,
  signer: nonEmptyText,
  receiver: orNull(nonEmptyText),
  pool_address: orNull(nonEmptyText),
  token_in: side,
  token_out: side,
  fee_usd: orNull(number),
  local: record({ id: nonEmptyText, leg: count, token_in_amount_raw: digits, token_out_amount_raw: digits }),
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
  readonly local: { readonly id: string }
}
interface Page {
  readonly trades: readonly Trade[]
  readonly next_cursor: string | null
}

const url = (subject: Subject, query: string): string => `/dex/v1/${subject.traded.network}/trades?${query}`
const byToken = (subject: Subject, rest = ''): string => url(subject, `token=${encodeURIComponent(subject.traded.token)}${rest}`)
const readPage = (subject: Subject, rest: string): Promise<Page> => subject.json<Page>(byToken(subject, rest))

async function readAllPages(subject: Subject, rest: string, limit: number): Promise<Trade[]> {
  const seen: Trade[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: Page = await readPage(subject, `${rest}&limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...next.trades)
    cursor = next.next_cursor
  }
  return seen
}

const rejectedQuery = (title: string, query: (subject: Subject) => string): [string, CheckFunction] => [
  title,
  failsWith(422, ['validation_error'], (subject) => subject.get(url(subject, query(subject)))),
]

export const tradeChecks: readonly ContractCheck[] = [
  ...section(
    'docs/api/records.md#trade',
    Object.entries(TRADE).map(([name, shape]): [string, CheckFunction] => [
      name,
      async (subject) => {
        for (const row of (await readPage(subject, '&limit=200')).trades) shape((row as unknown as Record<string, unknown>)[name], name)
      },
    ]),
  ),
  ...section('docs/api/rest.md#historical-trades', [
    [
      '{ trades, next_cursor }, each a Trade',
      async (subject) => record({ trades: list(trade, 1), next_cursor: orNull(nonEmptyText) })(await readPage(subject, ''), 'the page'),
    ],
    [
      'token: matches token_in, token_out and pool as the stream does',
      async (subject) => {
        const { token } = subject.traded
        for (const row of (await readPage(subject, '&limit=200')).trades) {
          assertThat([row.token_in.address, row.token_out.address, row.pool_address].includes(token), 'every trade should name the token')
        }
      },
    ],
    [
      'pool',
      async (subject) => {
        const pool = subject.traded.pool ?? skip('no trade of the server names its pool')
        const { trades } = await subject.json<Page>(url(subject, `pool=${encodeURIComponent(pool)}`))
        assertThat(trades.length > 0 && trades.every((row) => row.pool_address === pool), 'every trade should be in the pool')
        const asToken = await subject.json<Page>(url(subject, `token=${encodeURIComponent(pool)}`))
        assertEqual(asToken.trades, trades, 'the trades of the pool when requested as a token')
      },
    ],
    [
      'signer',
      async (subject) => {
        const { trades } = await subject.json<Page>(url(subject, `signer=${encodeURIComponent(subject.traded.signer)}`))
        assertThat(trades.length > 0 && trades.every((row) => row.signer === subject.traded.signer), 'every trade should be by the signer')
      },
    ],
    rejectedQuery('no filter is 422', () => 'limit=5'),
    rejectedQuery('two filters are 422', (subject) => `token=${subject.traded.token}&signer=${subject.traded.signer}`),
    ['sort: desc is the default', async (subject) => assertEqual(await readPage(subject, ''), await readPage(subject, '&sort=desc'), 'the page')],
    [
      'sort=asc: oldest first',
      async (subject) => {
        const blocks = (await readAllPages(subject, '&sort=asc', 200)).map((row) => row.block)
        assertEqual(
          blocks,
          blocks.toSorted((a, b) => a - b),
          'blocks',
        )
      },
    ],
    [
      'order is an alias of sort',
      async (subject) => assertEqual((await readPage(subject, '&order=asc')).trades, (await readPage(subject, '&sort=asc')).trades, 'the page'),
    ],
    [
      'limit: 50 by default',
      async (subject) => {
        const all = await readAllPages(subject, '', 200)
        assertEqual((await readPage(subject, '')).trades.length, Math.min(50, all.length), 'the length of a page')
      },
    ],
    ['limit: 1', async (subject) => assertEqual((await readPage(subject, '&limit=1')).trades.length, 1, 'the length of a page')],
    rejectedQuery('limit: 0 is 422', (subject) => `token=${subject.traded.token}&limit=0`),
    rejectedQuery('limit: 201 is 422', (subject) => `token=${subject.traded.token}&limit=201`),
    rejectedQuery('all three filters are 422', ({ traded: { token, signer } }) => `token=${token}&pool=${token}&signer=${signer}`),
    rejectedQuery('the same filter twice is 422', ({ traded: { token } }) => `token=${token}&token=${token}`),
    rejectedQuery('an empty filter is 422', () => 'token='),
    rejectedQuery('a filter that is not an address is 422', () => 'signer=hello'),
    rejectedQuery('sort: another value is 422', (subject) => `token=${subject.traded.token}&sort=up`),
    rejectedQuery('sort and order that differ are 422', (subject) => `token=${subject.traded.token}&sort=asc&order=desc`),
    ...['many', '', '-1', '1e1', '0x10'].map((text) =>
      rejectedQuery(`limit: "${text}" is 422`, ({ traded: { token } }) => `token=${token}&limit=${text}`),
    ),
    [
      'limit: 200',
      async (subject) =>
        assertEqual((await readPage(subject, '&limit=200')).trades.length, Math.min(200, (await readAllPages(subject, '', 50)).length), 'the length'),
    ],
    rejectedQuery('limit: 1.5 is 422', (subject) => `token=${subject.traded.token}&limit=1.5`),
    [
      'paging to the end returns every trade exactly once',
      async (subject) => {
        const whole = await readAllPages(subject, '', 200)
        for (const limit of [1, 7, 50]) {
          if (whole.length / limit > 60) continue
          assertEqual(await readAllPages(subject, '', limit), whole, `pages of ${limit}`)
        }
      },
    ],
    [
      'asc returns them in reverse order',
      async (subject) => assertEqual((await readAllPages(subject, '&sort=asc', 7)).toReversed(), await readAllPages(subject, '', 200), 'the trades'),
    ],
    [
      'the cursor is bound to its filter',
      async (subject) => {
        const { next_cursor } = await readPage(subject, '&limit=1')
        if (next_cursor === null) return skip('the server has one trade only')
        const query = `signer=${encodeURIComponent(subject.traded.signer)}&cursor=${encodeURIComponent(next_cursor)}`
        await failsWith(422, ['validation_error'], () => subject.get(url(subject, query)))(subject)
      },
    ],
    [
      'the cursor is bound to its order',
      async (subject) => {
        const { next_cursor } = await readPage(subject, '&limit=1')
        if (next_cursor === null) return skip('the server has one trade only')
        await failsWith(422, ['validation_error'], () => subject.get(byToken(subject, `&sort=asc&cursor=${encodeURIComponent(next_cursor)}`)))(
          subject,
        )
      },
    ],
    [
      'the cursor works with another limit',
      async (subject) => {
        const { next_cursor } = await readPage(subject, '&limit=1')
        if (next_cursor === null) return skip('the server has one trade only')
        const rest = await readPage(subject, `&limit=200&cursor=${encodeURIComponent(next_cursor)}`)
        assertEqual(rest.trades.slice(0, 100), (await readAllPages(subject, '', 200)).slice(1, 101), 'what follows the first trade')
      },
    ],
    [
      'sort=asc: the last page has a cursor to poll with',
      async (subject) => {
        let page = await readPage(subject, '&sort=asc&limit=200')
        while (page.trades.length === 200) page = await readPage(subject, `&sort=asc&limit=200&cursor=${encodeURIComponent(page.next_cursor ?? '')}`)
        assertThat(page.next_cursor !== null, 'the last page should have a cursor')
        const later = await readPage(subject, `&sort=asc&cursor=${encodeURIComponent(page.next_cursor ?? '')}`)
        assertEqual(later, { trades: [], next_cursor: null }, 'the page after the last')
      },
    ],
    [
      'the id of a trade is its own',
      async (subject) => {
        const ids = (await readAllPages(subject, '', 200)).map(({ local }) => local.id)
        assertEqual(new Set(ids).size, ids.length, 'different ids')
      },
    ],
    rejectedQuery('an invalid cursor is 422', (subject) => `token=${subject.traded.token}&cursor=abc`),
    [
      'all networks',
      async (subject) => {
        for (const network of NETWORKS) {
          const answer = await subject.get(`/dex/v1/${network}/trades?token=${encodeURIComponent(UNREAD_TOKENS[network])}`)
          assertStatus(answer, 200, network)
          assertEqual(JSON.parse(answer.body.toString('utf8')), { trades: [], next_cursor: null }, `the page of an unread token on ${network}`)
        }
      },
    ],
    [
      '/local/v1/{network}/trades: NDJSON, streamed',
      async (subject) => {
        const { network, token } = subject.traded
        const { body, headers } = await subject.get(`/local/v1/${network}/trades?token=${encodeURIComponent(token)}`)
        assertThat(/ndjson/.test(headers['content-type'] ?? ''), `the type should be NDJSON, but is ${headers['content-type']}`)
        const rows = body
          .toString('utf8')
          .trimEnd()
          .split('\n')
          .map((row) => JSON.parse(row) as unknown)
        assertEqual(rows, await readAllPages(subject, '', 200), 'the lines')
      },
    ],
    [
      '/local/v1/{network}/trades: CSV',
      async (subject) => {
        const { network, token } = subject.traded
        const { body, headers } = await subject.get(`/local/v1/${network}/trades?token=${encodeURIComponent(token)}&format=csv`)
        assertThat(/^text\/csv\b/.test(headers['content-type'] ?? ''), `the type should be CSV, but is ${headers['content-type']}`)
        const rows = body.toString('utf8').trimEnd().split('\r\n')
        const wide = rows[0]?.split(',').length
        assertThat(
          rows.every((row) => row.includes('"') || row.split(',').length === wide),
          'every line should have as many fields as the header',
        )
        assertEqual(rows.length, (await readAllPages(subject, '', 200)).length + 1, 'the number of lines with the head')
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
        assertEqual(await lines('from=4000000000'), 0, 'trades of the far future')
        assertEqual(await lines('to=1'), 0, 'trades of 1970')
        const worth = (await readAllPages(subject, '', 200)) as unknown as {
          token_in: { amount_usd: number | null }
          token_out: { amount_usd: number | null }
        }[]
        const from100 = worth.filter((row) => Math.max(row.token_in.amount_usd ?? -1, row.token_out.amount_usd ?? -1) >= 100).length
        integer(await lines('min_usd=100'), 'lines')
        assertEqual(await lines('min_usd=100'), from100, 'trades of 100 dollars and more')
      },
    ],
  ]),
]
