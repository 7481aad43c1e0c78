import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'
import type { BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { launchOptions } from '../../fixtures/chromium.ts'

/**
 * Runs a bench of the built page in Chromium and prints its rows as one line of JSON for `npm run bench`. Without
 * Chromium it reports that and prints no rows, because a benchmark never fails a build.
 */
export async function printRows(run: (browser: Browser) => Promise<BenchRow[]>): Promise<void> {
  const browser = await launch()
  if (browser === null) return void process.stdout.write('[]\n')
  try {
    process.stdout.write(`${JSON.stringify(await run(browser))}\n`)
  } finally {
    await browser.close()
  }
}

async function launch(): Promise<Browser | null> {
  try {
    const options = await launchOptions({ asForUsers: true })
    if (!existsSync(options.executablePath)) throw new Error(`${options.executablePath} does not exist`)
    return await chromium.launch(options)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    process.stderr.write(`Chromium could not be started, so the page was not measured. Set HOLDERSCOPE_CHROMIUM to its path: ${why}\n`)
    return null
  }
}
