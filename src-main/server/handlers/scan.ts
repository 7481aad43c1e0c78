import { isWithin } from '../../lib/clock.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { LocalScan, ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { DataSource } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { changesBetween } from '../../scan/report/changes.ts'
import type { StoredScan } from '../../store/interface.ts'
import { originProvenance, storedAnswer, valueAnswer, type Answer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'

/** A scan younger than this is returned as is, so repeated requests do not overload the source. */
const FRESH_MS = 15_000
/** How long a caller waits for a new scan before the stored one answers. */
const WAIT_MS = 10_000

interface Found {
  readonly scan: StoredScan
  readonly source: DataSource
}

/** The newest scan: a new one if a source can be read, else the stored one with its date. */
export const scan: Handler<'scan'> = async ({ token, left }, context) => {
  const { scan: found, source } = await currentScan(token, left(), context)
  return storedAnswer(found.json, found.sha256, { asOf: found.generatedAt * 1000, source })
}

export const localScan: Handler<'localScan'> = async ({ token, left }, context) =>
  explained(token, await currentScan(token, left(), context), context)

export const makeScan: Handler<'makeScan'> = async ({ token }, context) => {
  await context.scanner.scan(token)
  return explained(token, await newestScan(token, context), context)
}

export const scanHistory: Handler<'scanHistory'> = async ({ token }, { store, clock }) => {
  const scans = await store.read.scans(token)
  const lines = scans.map(({ generatedAt, score, message }) => ({ generated_at: generatedAt, score, message }))
  return valueAnswer({ scans: lines }, { asOf: clock.now(), source: 'snapshot' })
}

/** The scan with which a call about a token is answered. @throws AppError token_pending, token_not_found, source_unavailable */
export async function currentScan(token: TokenKey, left: AbortSignal, context: ServerContext): Promise<Found> {
  const { store, scanner, clock, firstRead, limits } = context
  const stored = await store.read.scan({ token, back: 0 })
  if (stored !== null && isWithin(FRESH_MS, stored.generatedAt * 1000, clock)) return { scan: stored, source: 'live' }
  if (scanner.canScan(token.network)) {
    try {
      if (await madeWithin(scanner.scan(token), stored === null ? limits.firstReadWaitMs : WAIT_MS, left)) return await newestScan(token, context)
      if (stored === null)
        throw new AppError('token_pending', { message: 'The first scan of this token is still running.', location: scanPath(token) })
    } catch (error) {
      if (!(error instanceof AppError) || stored === null) throw error
    }
  }
  const known = await store.read.token(token)
  if (stored !== null) return { scan: stored, source: known === null ? 'snapshot' : originProvenance(known).source }
  if (known === null) await firstRead(token, left, () => Promise.resolve(null))
  return newestScan(token, context)
}

const scanPath = ({ network, address }: TokenKey): string => `/scanner/v1/tokens/${network}/${encodeURIComponent(address)}`

async function madeWithin(made: Promise<unknown>, ms: number, left: AbortSignal): Promise<boolean> {
  const waiting = new AbortController()
  const over = delay(ms, false, { signal: AbortSignal.any([left, waiting.signal]) }).catch(() => false)
  try {
    return await Promise.race([made.then(() => true), over])
  } finally {
    waiting.abort()
  }
}

async function newestScan(token: TokenKey, { store }: ServerContext): Promise<Found> {
  const stored = await store.read.scan({ token, back: 0 })
  if (stored === null) throw new AppError('token_not_found', { message: 'No scan of this token is stored.' })
  return { scan: stored, source: 'live' }
}

const reportOf = ({ json }: StoredScan): ScanReport => JSON.parse(Buffer.from(json).toString('utf8')) as ScanReport

/** The detail of a report without a ledger. Such a report comes from another tool together with its score. */
const withoutLedger = ({ results: { simple } }: ScanReport): ScanDetail => ({
  rule_set: '',
  score: simple.score,
  findings: [],
  ledger: [],
  unknowns: [],
  partial: ['This report was stored without the ledger behind its score.'],
  simulated_with: null,
})

async function explained(token: TokenKey, { scan: found, source }: Found, { store }: ServerContext): Promise<Answer> {
  const before = await store.read.scan({ token, back: 1 })
  const report = reportOf(found)
  const value: LocalScan = {
    report,
    ...(found.detail ?? withoutLedger(report)),
    changes: changesBetween(before === null ? null : reportOf(before), report),
    previous_at: before?.generatedAt ?? null,
  }
  return valueAnswer(value, { asOf: found.generatedAt * 1000, source })
}
