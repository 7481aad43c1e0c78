import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

test.use({ serviceGroup: 'cases' })

test('a case is saved as a file, checked when opened, and continued', async ({ open, service }, info) => {
  const page = await open('/cases')
  await page.getByLabel('Name of the new case').fill('Filed')
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Filed' })).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/t/sol/${BOME}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Add to case' }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Remove from case' }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/cases`)
  await page.getByRole('link', { name: /Filed/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Filed.holderscope')
  const file = info.outputPath('Filed.holderscope')
  await download.saveAs(file)

  const reported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).click()
  expect((await reported).suggestedFilename()).toBe('Filed.html')

  await page.getByRole('link', { name: 'All cases' }).click()
  await page.getByLabel('Case file to open').setInputFiles({ name: 'Empty.holderscope', mimeType: '', buffer: Buffer.alloc(0) })
  await expect(page.getByText('The file is not a case file.')).toBeVisible()
  await page.getByLabel('Case file to open').setInputFiles(file)
  await page.getByRole('article', { name: 'Opened case file' }).getByRole('button', { name: 'Close' }).click()
  await page.goto(`${new URL(page.url()).origin}/t/sol/${BOME}`)
  const drop = async (base64: string): Promise<void> => {
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], 'Filed.holderscope'))
      return data
    }, base64)
    await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped })
  }
  await drop('')
  await expect(page.getByText('The file is not a case file.')).toBeVisible()
  await drop((await readFile(file)).toString('base64'))
  const opened = page.getByRole('article', { name: 'Opened case file' })
  await expect(opened).toContainText('Every hash matches.')
  await expect(opened).toContainText('the key of this machine')
  await expect(opened).toContainText('All figures follow from the facts in the file, to the digit.')
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Continue as mine' }).click()
  await expect(page.getByText('The case is yours now, with the same figures.')).toBeVisible()
  const { cases } = (await service.json('/local/v1/cases')) as { cases: { name: string; items: number }[] }
  expect(cases.filter(({ name, items }) => name === 'Filed' && items === 1)).toHaveLength(2)
})
