import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anvilMissing } from '../../fixtures/anvil/anvil.ts'
import { startService, temporaryFolder } from '../../fixtures/service.ts'
import type { Attack } from './attack.ts'
import { descriptorAttack, floodAttacks } from './floods.ts'
import { killAttacks, reorgAttacks } from './kills.ts'
import { launchToken } from './launched-token.ts'
import { nodeAttacks } from './nodes.ts'
import { probeAttacks } from './probes.ts'
import { figures, readWhole } from './read-token.ts'

/**
 * Attacks the built service over the wire: hostile nodes, API probes, floods, kills, damaged files and reorgs on a real node.
 *
 *     npm run attack                  everything, about three minutes
 *     npm run attack -- flood         what has these words in its name
 *
 * The last line is the count. Exit codes: 0 everything held, 1 something broke, 2 the attacks could not run.
 */

const BUILT = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))
const wanted = process.argv.slice(2).join(' ')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function play(attacks: readonly Attack[]): Promise<{ tried: number; broken: number }> {
  let tried = 0
  let broken = 0
  for (const attack of attacks) {
    if (!attack.name.includes(wanted)) continue
    tried += 1
    try {
      await attack.try()
      print(`held    ${attack.name}`)
    } catch (error) {
      broken += 1
      print(`BROKEN  ${attack.name}\n        ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { tried, broken }
}

async function main(): Promise<number> {
  const reason = existsSync(BUILT) ? anvilMissing() : 'run npm run build first'
  if (reason !== null) {
    print(`The attacks cannot run: ${reason}`)
    return 2
  }
  const token = await launchToken()
  const plain = await startService({ dataDir: await temporaryFolder(), sources: [`eth=${token.url}`] })
  await readWhole(plain, token.address)
  const undisturbed = await figures(plain, token.address)
  const truth = (): string => undisturbed
  const nodes = await nodeAttacks(token, truth)
  try {
    const { tried, broken } = await play([
      ...probeAttacks(plain),
      ...nodes.attacks,
      ...floodAttacks(plain),
      descriptorAttack(token, truth),
      ...killAttacks(token, truth),
      // These change the chain, so they are last.
      ...reorgAttacks(token),
    ])
    print(`attack: ${tried} tried, ${tried - broken} held, ${broken} broken`)
    return broken === 0 && tried > 0 ? 0 : 1
  } finally {
    await nodes.stop()
    await plain.stop()
    await token.stop()
  }
}

// Every data folder is made below this one.
const folder = mkdtempSync(join(tmpdir(), 'holderscope-attack-'))
process.env['TMPDIR'] = folder
try {
  process.exitCode = await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
