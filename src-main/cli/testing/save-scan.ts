import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Context } from '../../context.ts'

interface SavedScan {
  readonly token: string
  /** Unix seconds. */
  readonly at: number
  readonly score: number
}

/** Stores a scan on Ethereum with a score and one reason, and publishes it as the scanner does. */
export async function saveScan({ store, bus }: Context, { token: text, at, score }: SavedScan): Promise<void> {
  const token = { network: 'eth', address: trustedAddress(text) } as const
  const report = {
    token: { symbol: 'PEP' },
    results: { generated_at: at, simple: { score, message: 'Caution', reasons: ['Mintable'] }, advanced: { locked_liquidity: [] } },
  } as unknown as ScanReport
  const { id } = await store.write.saveScan({ token, report, detail: null, block: null })
  bus.publish('scans', token, { report, id })
}
