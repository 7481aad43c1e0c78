import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { buildScan } from '../../../src-main/scan/report/report.ts'
import { cleanInput, weights } from './inputs.ts'
import { openStatedScanner } from './stated-scanner.ts'
import { TAMPERED_INPUTS } from './tampered-inputs.ts'

it('finds the dead tokens of a creator, however many others were read since', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holderscope-creator-'))
  const input = cleanInput('sol')
  const { token, facts } = input
  const { scanner, store, close } = await openStatedScanner(dataDir, token, facts)
  const save = (name: string, changes: Partial<typeof token>) => store.write.saveToken({ ...token, address: trustedAddress(name), ...changes })
  const found = async (): Promise<string[]> => (await scanner.scan(token)).detail.findings.map(({ id }) => id)
  try {
    const dead = buildScan(weights, TAMPERED_INPUTS['no_liquidity']?.(input) ?? input)
    for (let i = 0; i < 10; i++) {
      await save(`dead${i}`, { asOf: 1 })
      await store.write.saveScan({ token: { network: 'sol', address: trustedAddress(`dead${i}`) }, ...dead, block: 7 })
    }
    for (let i = 0; i < 200; i++) await save(`other${i}`, { creator: trustedAddress('other') })
    await save('elsewhere', { network: 'sui' })
    expect(await found()).toEqual(['creator_serial'])
    await save('alive', {})
    expect(await found()).toEqual([])
  } finally {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
