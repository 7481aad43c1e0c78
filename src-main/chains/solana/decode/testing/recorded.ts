import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** The recorded answers in ../fixtures, one directory each. */

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))

interface ExpectedSide {
  readonly mint: string
  readonly amount_raw: string
}

export interface ExpectedLeg {
  readonly pool: string | null
  readonly receiver: string | null
  readonly token_in: ExpectedSide
  readonly token_out: ExpectedSide
  /** Whether two of balances, inner transfers and the venue's event agree. */
  readonly sure?: boolean
  /** Why our leg differs from the expected one; only in `differs`. */
  readonly because?: string
}

export interface ExpectedTransfer {
  readonly kind: 'token_transfer' | 'sol_transfer' | 'mint_to' | 'burn'
  readonly amount_raw: string
  readonly mint?: string
  readonly from_owner?: string | null
  readonly to_owner?: string | null
  readonly from?: string | null
  readonly to?: string | null
}

interface ExpectedAnswer {
  readonly signature: string
  readonly success: boolean
  readonly legs: readonly ExpectedLeg[]
  readonly differs?: readonly ExpectedLeg[]
  readonly other_transfers: readonly ExpectedTransfer[]
  readonly lifecycle_events?: readonly Readonly<Record<string, string>>[]
  readonly aggregator_route?: readonly { readonly token_in: ExpectedSide; readonly token_out: ExpectedSide }[]
}

export interface Recorded {
  /** Directory under fixtures, e.g. "swaps-direct/pumpfun__628Q5CDNX5mW8pmH". */
  readonly name: string
  readonly path: string
  readonly text: string
  readonly expected: ExpectedAnswer
}

export const RECORDED: readonly Recorded[] = globSync('*/*/answer.json.gz', { cwd: FIXTURES })
  .sort()
  .map((file) => {
    const path = `${FIXTURES}${file}`
    const expected = JSON.parse(readFileSync(`${dirname(path)}/expected.json`, 'utf8')) as ExpectedAnswer
    return { name: dirname(file), path, text: gunzipSync(readFileSync(path)).toString('utf8'), expected }
  })

/** The recorded answer whose directory name contains `part`. */
export function recorded(part: string): Recorded {
  const found = RECORDED.find((answer) => answer.name.includes(part))
  if (found === undefined) throw new Error(`no recorded answer ${part}`)
  return found
}

/** A mainnet block, and the expected trades by signature. */
export const BLOCK_FILE = fileURLToPath(new URL('../../../../../resources/sample/sol-block-254170887.json.gz', import.meta.url))
export const EXPECTED_BLOCK = JSON.parse(readFileSync(`${FIXTURES}block/expected.json`, 'utf8')) as {
  readonly slot: number
  readonly block_time: number
  readonly counts: { readonly transactions: number }
  readonly trades: Readonly<Record<string, readonly ExpectedLeg[]>>
  readonly differs: Readonly<Record<string, readonly ExpectedLeg[]>>
}
