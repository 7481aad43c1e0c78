import type { SerialRecord } from '../../src-shared/contract/records/in-common.ts'
import type { WalletRole } from '../../src-shared/contract/records/wallets.ts'
import type { Claims } from '../../src-shared/domain/cases/claims.ts'
import type { RoleFigures } from '../../src-shared/domain/token-roles.ts'
import { compareText } from '../../src-shared/domain/compare.ts'
import { UNKNOWN_RESULT } from './wallet-result.ts'

/** An early wallet in one token. */
export interface EarlyLine {
  readonly wallet: string
  readonly token: string
  readonly roles: readonly WalletRole[]
  readonly firstTrade: number | null
  readonly lastTrade: number | null
  readonly figures: RoleFigures | null
}

type Line = SerialRecord['entries'][number]['lines'][number]
export type SerialEntry = Omit<SerialRecord['entries'][number], 'wallets'> & { readonly wallets: string[] }

/** Wallets and entities that were early in at least two tokens. An entity's wallets are one entry. Hubs tagged in a case are left out. */
export function serialEntries(lines: readonly EarlyLine[], claims: Claims | null): SerialEntry[] {
  const hubs = new Set(claims?.hubs.map(({ address }) => address))
  const entities = (claims?.entities ?? []).filter(({ rule }) => rule === 'owner_said')
  const owner = new Map<string, number>()
  entities.forEach(({ wallets }, at) => {
    for (const wallet of wallets) if (!owner.has(wallet)) owner.set(wallet, at)
  })
  const byOwner = Map.groupBy(
    lines.filter(({ wallet }) => !hubs.has(wallet)),
    ({ wallet }) => owner.get(wallet) ?? wallet,
  )
  return [...byOwner]
    .flatMap(([key, own]): SerialEntry[] => {
      const tokens = new Set(own.map(({ token }) => token)).size
      if (tokens < 2) return []
      const listed = own.map(lineOf).sort((a, b) => (a.first_trade ?? Infinity) - (b.first_trade ?? Infinity) || compareText(a.token, b.token))
      return [
        {
          kind: typeof key === 'number' ? 'entity' : 'wallet',
          name: typeof key === 'number' ? (entities[key]?.name ?? null) : null,
          wallets: [...new Set(own.map(({ wallet }) => wallet))].sort(compareText),
          tokens,
          lines: listed,
          native: totalOf(listed, ({ native }) => native.realised),
          usd: totalOf(listed, ({ usd }) => usd.realised),
        },
      ]
    })
    .sort((a, b) => b.tokens - a.tokens || taken(b) - taken(a) || compareText(a.wallets[0] ?? '', b.wallets[0] ?? ''))
}

function lineOf({ wallet, token, roles, firstTrade, lastTrade, figures }: EarlyLine): Line {
  const { bought = null, sold = null } = figures ?? {}
  // Results stored by an earlier version lack some fields.
  const [native, usd] = [figures?.native, figures?.usd].map((result) => ({ ...UNKNOWN_RESULT, ...result })) as [Line['native'], Line['usd']]
  return { token, wallet, roles: [...roles], bought, sold, native, usd, first_trade: firstTrade, last_trade: lastTrade }
}

function totalOf(lines: readonly Line[], value: (line: Line) => number | null): SerialEntry['native'] {
  const known = lines.flatMap((line) => value(line) ?? [])
  return { realised: known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0), known: known.length }
}

/** Sorts entries without a known result last. */
const taken = ({ native }: SerialEntry): number => native.realised ?? Number.MIN_SAFE_INTEGER
