import { appendFileSync, closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { runCli, startService, temporaryFolder } from '../../fixtures/service.ts'
import { seeded } from '../../../src-main/store/testing/bench-trades.ts'
import { check, pause, type Attack } from './attack.ts'
import { sourcesOf, type LaunchedToken } from './launched-token.ts'
import { figures, readWhole, startRead } from './read-token.ts'

const KILLS = 8
const LONGEST_MS = 900
const SEED = 13
const PAGE = 16 * 1024

/** Kills of the whole service, and damage to its files while it is stopped. */
export function killAttacks(token: LaunchedToken, truth: string): Attack[] {
  const sources = sourcesOf(token)
  return [
    {
      name: `${KILLS} kills during one read (seed ${SEED})`,
      async try() {
        const dataDir = await temporaryFolder()
        const random = seeded(SEED)
        for (let n = 0; n < KILLS; n++) {
          const service = await startService({ dataDir, sources })
          await startRead(service, token)
          await pause(random() * LONGEST_MS)
          await service.crash()
        }
        const service = await startService({ dataDir, sources })
        await readWhole(service, token)
        check((await figures(service, token)) === truth, 'the figures differ from those of a read that was never killed')
        check((await service.stop()) === 0, 'the service did not stop in order')
      },
    },
    {
      name: 'a flipped bit in the database',
      async try() {
        const dataDir = await temporaryFolder()
        const first = await startService({ dataDir, sources })
        await readWhole(first, token)
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
        await readWhole(service, token)
        const [stored, whole] = [await figures(service, token), truth]
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

function flipBit(path: string, at: number): void {
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
}
