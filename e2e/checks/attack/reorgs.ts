import { startService, temporaryFolder } from '../../fixtures/service.ts'
import { check, pause, waitFor, type Attack } from './attack.ts'
import { launchOnSolana, sourcesOf, type LaunchedOnEvm } from './launched-token.ts'
import { figures, readTruth, readWhole } from './read-token.ts'

export function reorgAttacks(token: LaunchedOnEvm): Attack[] {
  const sources = sourcesOf(token)
  return [2, 6].flatMap((depth): Attack[] => [
    {
      name: `${depth} blocks reverted while the service is stopped`,
      async try() {
        const dataDir = await temporaryFolder()
        for (let n = 0; n < depth; n++) await token.buyFor(`lost ${n}`)
        const before = await startService({ dataDir, sources })
        await readWhole(before, token)
        await before.stop()
        await token.revert(depth)
        await token.buyFor('winner')
        const service = await startService({ dataDir, sources })
        await readWhole(service, token)
        const found = await figures(service, token)
        await service.stop()
        check(found === (await readTruth(token)), 'reverted blocks are still stored')
      },
    },
    {
      name: `${depth} blocks reverted while the token is followed`,
      async try() {
        const service = await startService({ dataDir: await temporaryFolder(), sources })
        await readWhole(service, token)
        const on = await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })
        check(on.ok, `following answered ${on.status}: ${await on.text()}`)
        for (let n = 0; n < depth; n++) await token.buyFor(`lost live ${n}`)
        await pause(2_000)
        await token.revert(depth)
        await token.buyFor('winner live')
        const whole = await readTruth(token)
        const same = async () => ((await figures(service, token)) === whole ? true : null)
        await waitFor('following the new branch', 30_000, same).finally(() => service.stop())
      },
    },
  ])
}

/** A node cannot revert a slot, so two nodes play the forks. Each has its own transactions of the launch. */
export const solanaReorgAttack: Attack = {
  name: 'a fork of 63 slots replaced by another one on Solana while the service is stopped',
  async try() {
    const forks = [await launchOnSolana(), await launchOnSolana({ latecomer: true })] as const
    const [lost, winner] = forks
    const dataDir = await temporaryFolder()
    try {
      const before = await startService({ dataDir, sources: sourcesOf(lost) })
      await readWhole(before, lost)
      const stored = await figures(before, lost)
      await before.stop()
      const truth = await readTruth(winner)
      check(stored !== truth, 'the forks are equal, so nothing was tried')
      const service = await startService({ dataDir, sources: sourcesOf(winner) })
      await readWhole(service, winner)
      const found = await figures(service, winner)
      await service.stop()
      check(found === truth, 'the rows of the lost fork are still stored')
    } finally {
      for (const { stop } of forks) await stop()
    }
  },
}
