import { once } from 'node:events'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, sampleFolder, spawnCli, temporaryFolder } from '../fixtures/service.ts'

/** A tab without a valid key: it explains how to get one, and opens by the startup link or the key itself. */
test.describe('the key of the page', () => {
  const heading = { name: 'Enter your API key' }

  test('the startup link opens the waiting tab and leaves no key in the address bar', async ({ page, service }) => {
    await page.goto(`${service.url}/t/sol/${BOME}`)
    await expect(page.getByRole('heading', heading)).toBeVisible()
    await page.goto(`${service.url}/t/sol/${BOME}#key=${service.key}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
    expect(page.url()).toBe(`${service.url}/t/sol/${BOME}`)
  })

  test('a rejected key is reported, and the right one opens the page', async ({ page, service }) => {
    await page.goto(`${service.url}/#key=hs_nobody`)
    await expect(page.getByText('The service rejected this key.', { exact: false })).toBeVisible()
    await page.getByLabel('Key').fill(service.key)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who really holds this token?')
  })

  test('the command that opens the browser gets a link that works once, and every file is its owner’s', async ({ page }) => {
    test.skip(process.platform !== 'linux', 'xdg-open is the opener of Linux')
    const [folder, bin] = [await sampleFolder(), await temporaryFolder()]
    const opened = join(bin, 'opened')
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}.new && mv ${opened}.new ${opened}\n`)
    await chmod(join(bin, 'xdg-open'), 0o755)
    await chmod(folder, 0o755)
    const service = spawnCli(['serve', '--port', '0', '--data-dir', folder], { DISPLAY: ':0', PATH: `${bin}:${process.env['PATH'] ?? ''}` })
    try {
      await expect.poll(() => readFile(opened, 'utf8').catch(() => ''), { timeout: 20_000 }).toContain('#code=')
      const link = await readFile(opened, 'utf8')
      const secrets = await Promise.all(['api-key', 'page-key'].map((name) => readFile(join(folder, name), 'utf8')))
      expect(secrets.filter((secret) => link.includes(secret.trim()))).toEqual([])

      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who really holds this token?')
      expect(new URL(page.url()).hash).toBe('')
      const other = await (await page.context().browser())?.newPage()
      await other?.goto(link)
      await expect(other?.getByRole('heading', heading) ?? page.locator('body')).toBeVisible()
      await other?.close()

      const modes = await Promise.all((await readdir(folder)).map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077]))
      expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
    } finally {
      service.kill('SIGHUP')
      const [code] = (await once(service, 'exit')) as [number | null]
      expect(code).toBe(0)
      await removeFolder(folder)
      await removeFolder(bin)
    }
  })
})
