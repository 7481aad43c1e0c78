import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

test.use({ serviceGroup: 'case-claims' })

interface Clusters {
  readonly clusters: readonly { readonly members: readonly { readonly address: string }[] }[]
}

test('tags and entities show everywhere, count in clusters, and leave public figures alone', async ({ open, service, page }) => {
  const publicPath = `/dex-metrics/v1/sol/${BOME}/clusters`
  const answer = async (): Promise<string> => (await (await service.get(publicPath)).text()).replace(/"request_id":"[^"]*"/, '')
  const before = await answer()
  const { clusters } = await service.json<Clusters>(`/local/v1/sol/${BOME}/clusters`)
  const clustered = new Set(clusters.flatMap(({ members }) => members.map(({ address }) => address)))
  const { nodes } = await service.json<{ nodes: { address: string; tags: string[]; is_holder: boolean }[] }>(`/atlas/v1/sol/${BOME}/snapshots/latest`)
  const [a = '', b = ''] = nodes
    .filter(({ address, tags, is_holder }) => is_holder && tags[0] === 'wallet' && !clustered.has(address))
    .map(({ address }) => address)

  await open(`/t/sol/${BOME}?wallets=${a},${b}`)
  const inspector = page.getByRole('complementary')
  await inspector.getByRole('button', { name: 'Tag 2 wallets' }).click()
  await page.keyboard.type('Night desk')
  await page.keyboard.press('Tab')
  await page.keyboard.type('T')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Trades at night')
  await page.keyboard.press('Tab')
  await page.keyboard.type('80')
  await expectAccessible(page)
  await inspector.getByRole('button', { name: 'Save tag' }).press('Enter')
  await expect(inspector.getByText('Team · on 2 of 2 · Trades at night · 80 % confidence')).toBeVisible()
  // Two rows of the holder table, and two of the table that describes the graph.
  await expect(page.getByRole('row').filter({ hasText: 'Night desk' })).toHaveCount(4)
  await expect(page.getByText('Clusters counted with your case')).toHaveCount(0)

  await inspector.getByRole('button', { name: 'Join as one owner' }).click()
  await page.keyboard.type('The desk')
  await page.keyboard.press('Enter')
  const banner = page.getByRole('status').filter({ hasText: 'Clusters counted with your case' })
  await expect(banner).toContainText(`${clusters.length} clusters became ${clusters.length + 1}`)
  await expect(inspector).toContainText('Linked')
  await expect(inspector).toContainText('investigator')
  await inspector.getByRole('button', { name: 'Add as finding' }).click()
  await inspector.getByRole('button', { name: 'Save finding' }).click()
  await expect(page.getByText('Added a finding to the case')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Legend and filters' })).toContainText('With your case: rule set 1')
  await expectAccessible(page)
  expect(await answer()).toBe(before)

  await banner.getByRole('button', { name: 'Show public clusters' }).click()
  await expect(page.getByRole('tab', { name: /Clusters/ })).toContainText(String(clusters.length))
  await expect(inspector).toContainText('Not linked')
  await page.getByRole('button', { name: 'Count with case' }).click()
  await inspector.getByRole('button', { name: 'Split The desk' }).click()
  await expect(banner).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(banner).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('night desk')
  await expect(page.getByRole('group', { name: 'In cases' }).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Unnamed case' })).toBeVisible()
  await expect(page.getByText(/, counted with this case$/)).toBeVisible()
  await page.getByLabel('Search this case').fill('the DESK')
  await expect(page.getByRole('list', { name: 'Search results' })).toContainText('Entity')
  await expectAccessible(page)
  await page.getByLabel('Search this case').fill('nobody wrote this')
  await expect(page.getByText('Nothing found.')).toBeVisible()

  const csv = (text: string) => ({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('CSV file or TagPack with tags').setInputFiles(csv('address,label\nx,y\n'))
  await expect(page.getByText(/has no column network, name.+network,address,name,kind,effect/s)).toBeVisible()
  await page.getByLabel('CSV file or TagPack with tags').setInputFiles(csv(`network,address,name,kind\nsol,${a},Read from a file,team\n`))
  await expect(page.getByRole('button', { name: `Remove tag Read from a file of ${a}` })).toBeVisible()
  await expectAccessible(page)
  const tags = `[{address: ${a}, label: From a pack, network: SOL}, {address: 1Ab, label: x, currency: BTC}]`
  const tagPack = { name: 'pack.yaml', mimeType: 'application/yaml', buffer: Buffer.from(`title: Pack\ntags: ${tags}`) }
  await page.getByLabel('CSV file or TagPack with tags').setInputFiles(tagPack)
  await expect(page.getByText('Left out 1 tag without an address on a supported network.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove tag From a pack of ${a}` })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save tags as CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('Unnamed case tags.csv')
})

test('a case with many notes shows the first subjects, and a search hit opens and shows any other note', async ({ open, service, page }) => {
  const { id } = (await (await service.post('/local/v1/cases', { name: 'Many notes' })).json()) as { id: string }
  for (let revision = 0; revision < 120; revision++) {
    const target = { kind: 'wallet', network: 'eth', address: `0x${(revision + 1).toString(16).padStart(40, '0')}` }
    await service.post(`/local/v1/cases/${id}/changes`, { revision, command: { op: 'add_note', target, text: `Note number ${revision + 1}.` } })
  }
  await open(`/cases/${id}`)
  await expect(page.getByRole('article')).toHaveCount(100)
  await expect(page.getByRole('button', { name: 'Show notes on 20 more subjects' })).toBeVisible()
  await page.getByLabel('Search this case').fill('number 115.')
  await page.getByRole('list', { name: 'Search results' }).getByRole('link').click()
  await expect(page.getByRole('article').filter({ hasText: 'Note number 115.' })).toBeInViewport()
})
