import { appendFileSync, closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { runCli, startService, temporaryFolder } from '../../fixtures/service.ts'
import { seeded } from '../../../src-main/store/testing/bench-trades.ts'
import { check, pause, waitFor, type Attack } from './attack.ts'
import type { LaunchedToken } from './launched-token.ts'
import { figures, readWhole, startRead } from './read-token.ts'

const KILLS = 8
const LONGEST_MS = 900
const SEED = 13
const PAGE = 16 * 1024

/** Kills of the whole service, and damage of its files while it is stopped. */
export function killAttacks(token: LaunchedToken, truth: () => string): Attack[] {
  const sources = [`eth=${token.url}`]
  return [
    {
      name: `${KILLS} kills during one read (seed ${SEED})`,
      async try() {
        const dataDir = await temporaryFolder()
        const random = seeded(SEED)
        for (let n = 0; n < KILLS; n++) {
          const service = await startService({ dataDir, sources })
          await startRead(service, token.address)
          await pause(random() * LONGEST_MS)
          await service.crash()
        }
        const service = await startService({ dataDir, sources })
        await readWhole(service, token.address)
        check((await figures(service, token.address)) === truth(), 'the figures differ from those of a read that was never killed')
        check((await service.stop()) === 0, 'the service did not stop in order')
      },
    },
    {
      name: 'a flipped bit in the database',
      async try() {
        const dataDir = await temporaryFolder()
        const first = await startService({ dataDir, sources })
        await readWhole(first, token.address)
        await first.stop()
        const path = join(dataDir, 'holderscope.db')
        flipBit(path, Math.floor(statSync(path).size / PAGE / 2) * PAGE + PAGE - 40)
        const refused = await startService({ dataDir }).then(
          async (service) => {
            await service.stop()
            return ''
          },
          (error: Error) => error.message,
        )
        check(refused.includes('The database file is damaged in page'), `the service started on a damaged file, or said: ${refused}`)
        const salvaged = await runCli(['doctor', '--json', '--salvage', '--port', '0', '--data-dir', dataDir])
        check(salvaged.code === 0, `doctor --salvage ended with ${salvaged.code}: ${salvaged.stdout}${salvaged.stderr}`)
        const service = await startService({ dataDir, sources })
        await readWhole(service, token.address)
        const [stored, whole] = [await figures(service, token.address), truth()]
        await service.stop()
        check(stored === whole, 'reading again after salvaging did not restore the figures')
      },
    },
    {
      name: 'a settings file that is not JSON',
      async try() {
        const dataDir = await temporaryFolder()
        appendFileSync(join(dataDir, 'holderscope.config.json'), '['.repeat(1_000_000))
        const { code, stderr } = await runCli(['doctor', '--data-dir', dataDir, '--port', '0'])
        check(code !== 0 && code !== null, 'the settings were accepted')
        check(!/\n\s+at /.test(stderr), 'a stack trace was printed')
      },
    },
  ]
}

export function reorgAttacks(token: LaunchedToken): Attack[] {
  const sources = [`eth=${token.url}`]
  const truth = async (): Promise<string> => {
    const fresh = await startService({ dataDir: await temporaryFolder(), sources })
    await readWhole(fresh, token.address)
    const found = await figures(fresh, token.address)
    await fresh.stop()
    return found
  }
  return [2, 6].flatMap((depth): Attack[] => [
    {
      name: `${depth} blocks reverted while the service is stopped`,
      async try() {
        const dataDir = await temporaryFolder()
        for (let n = 0; n < depth; n++) await token.buyFor(`lost ${n}`)
        const before = await startService({ dataDir, sources })
        await readWhole(before, token.address)
        await before.stop()
        await token.revert(depth)
        await token.buyFor('winner')
        const service = await startService({ dataDir, sources })
        await readWhole(service, token.address)
        const found = await figures(service, token.address)
        await service.stop()
        check(found === (await truth()), 'reverted blocks are still stored')
      },
    },
    {
      name: `${depth} blocks reverted while the token is followed`,
      async try() {
        const service = await startService({ dataDir: await temporaryFolder(), sources })
        await readWhole(service, token.address)
        const on = await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })
        check(on.ok, `following answered ${on.status}: ${await on.text()}`)
        for (let n = 0; n < depth; n++) await token.buyFor(`lost live ${n}`)
        await pause(2_000)
        await token.revert(depth)
        await token.buyFor('winner live')
        const whole = await truth()
        const same = async () => ((await figures(service, token.address)) === whole ? true : null)
        await waitFor('following the new branch', 30_000, same).finally(() => service.stop())
      },
    },
  ])
}

function flipBit(path: string, at: number): void {
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
}
