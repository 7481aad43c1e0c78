import { readFileSync } from 'node:fs'
import type { Core } from 'cytoscape'
import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

/** Finds a cluster, its reasons, the path between two wallets, and exports files. */

const graphOf = (page: Page) => page.getByRole('application', { name: 'Graph of holders' })

/** Presses Tab until the element with this name is focused. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab')
    const words = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    if (name.test(words)) return
  }
  throw new Error(`Tab never reached ${String(name)}`)
}

async function saved(page: Page, item: RegExp): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

const CYTOSCAPE = ['jquery/dist/jquery.js', 'cytoscape/dist/cytoscape.umd.js', 'cytoscape-graphml/cytoscape-graphml.js']

/** Reads a file with Cytoscape's own GraphML reader, in a separate page. */
async function openInCytoscape(app: Page, graphml: string) {
  const page = await app.context().newPage()
  for (const path of CYTOSCAPE) await page.addScriptTag({ path: `node_modules/${path}` })
  const found = await page.evaluate((text) => {
    const graph = (globalThis as unknown as { cytoscape: (options: object) => CytoscapeWithGraphml }).cytoscape({ headless: true })
    graph.graphml({ layoutBy: 'preset' })
    graph.graphml(text)
    const [first] = graph.nodes('[n_rank="1"]')
    const { label, n_kind, n_percentage, n_color, n_size } = first?.data() ?? {}
    const counts = [graph.nodes().length, graph.edges().length]
    return { counts, node: { label, n_kind, n_percentage, n_color, n_size }, unknown: graph.edges('[e_weight="0"]').length > 0 }
  }, graphml)
  await page.close()
  return found
}

interface CytoscapeWithGraphml extends Core {
  graphml(input: object | string): unknown
}

test.describe('investigating BOME in the graph', () => {
  test('the time layout, and the palette', async ({ open, page }) => {
    await open(`/t/sol/${BOME}`)
    await test.step('the time layout explains missing timestamps', async () => {
      await expect(page.getByRole('radio', { name: 'Time' })).toBeDisabled()
      await expect(page.locator('.segment', { hasText: 'Time' })).toHaveAttribute('title', /has no times/)
    })
    await test.step('the palette selects wallets and clusters of the token by name, and exports its graph', async () => {
      await expect(graphOf(page)).toBeVisible()
      const search = async (text: string): Promise<void> => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(text)
      }
      await search('cluster 3')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/cluster=2/)
      await search('binance 18')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/wallets=/)
      await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Binance 18')
      await search('export links')
      const download = page.waitForEvent('download')
      await page.getByRole('option', { name: 'Export graph: Links (CSV)' }).click()
      expect((await download).suggestedFilename()).toMatch(/links\.csv$/)
    })
  })

  test('by keyboard: cluster, evidence, path between two wallets, export', async ({ open, page }) => {
    await open('/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('BOME')
    await expect(page.getByRole('dialog')).toContainText('BOOK OF MEME')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
    await expect(graphOf(page)).toBeVisible()

    await tabTo(page, /^Find in the graph$/)
    await page.keyboard.type('cluster 3')
    await expect(page.getByRole('option', { name: /Cluster 3|0\.40/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await expect(inspector).toContainText('Why these wallets are clustered')
    await expect(inspector).toContainText('Weakest link')
    await expect(graphOf(page)).toBeFocused()

    await page.keyboard.press('w')
    await expect(inspector).toContainText('Path to another wallet')
    await page.keyboard.press('Shift+W')
    await expect(inspector).toContainText('2 addresses')
    await expect(inspector).toContainText('Linked')
    await expect(inspector).toContainText('Money path')
    await expect(inspector).toContainText('1 step')

    await tabTo(page, /^Export$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: /PNG/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: /SVG/ })).toBeFocused()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^BOME-.*\.svg$/)
  })

  test('exports contain legend, token, date, and every wallet and link', async ({ open, page, service }) => {
    await open(`/t/sol/${BOME}`)
    const snapshot = await service.json<{ nodes: { address: string }[]; links: unknown[]; token_links: { links: unknown[] }[] }>(
      `/atlas/v1/sol/${BOME}/snapshots/latest`,
    )
    const links = snapshot.links.length + snapshot.token_links.reduce((sum, each) => sum + each.links.length, 0)
    const menu = page.getByRole('button', { name: 'Export', exact: true })

    await menu.click()
    const svg = await saved(page, /SVG/)
    expect(svg.text).toContain('BOOK OF MEME (BOME)')
    expect(svg.text).toContain('2025-04-07 00:37')
    expect(svg.text).toMatch(/Exchanges \(\d+\)/)
    expect(svg.text).toContain('largest 150 holders only')

    await menu.click()
    const gexf = await saved(page, /GEXF/)
    const parsed = await page.evaluate((text) => {
      const xml = new DOMParser().parseFromString(text, 'application/xml')
      return {
        faults: xml.querySelectorAll('parsererror').length,
        nodes: xml.querySelectorAll('node').length,
        edges: xml.querySelectorAll('edge').length,
      }
    }, gexf.text)
    expect(parsed).toEqual({ faults: 0, nodes: snapshot.nodes.length, edges: links })

    await menu.click()
    const graphml = await saved(page, /GraphML/)
    expect(await openInCytoscape(page, graphml.text)).toEqual({
      counts: [snapshot.nodes.length, links],
      node: { label: 'Binance 18', n_kind: 'exchange', n_percentage: '27.024356275968', n_color: '#8a8f98', n_size: '55.98' },
      unknown: false,
    })

    await menu.click()
    const json = JSON.parse((await saved(page, /JSON/)).text) as { nodes: { x: number | null; balance: number | null }[] }
    expect(json.nodes.every(({ balance }) => balance !== null)).toBe(true)
    expect(json.nodes).toHaveLength(snapshot.nodes.length)
    expect(json.nodes.every(({ x }) => x !== null)).toBe(true)

    await graphOf(page).focus()
    await page.keyboard.press('n')
    await menu.click()
    await page.getByRole('menuitemcheckbox', { name: /Only the selection/ }).click()
    const selection = await saved(page, /JSON/)
    expect(selection.name).toMatch(/-selection\.json$/)
    const chosen = JSON.parse(selection.text) as { nodes: { cluster_number: number | null }[] }
    expect(new Set(chosen.nodes.map((node) => node.cluster_number))).toEqual(new Set([1]))
  })

  test('collapses clusters, hides wallets, and lists these changes', async ({ open, page }) => {
    await open(`/t/sol/${BOME}`)
    const graph = graphOf(page)
    const tools = page.getByRole('toolbar', { name: 'Graph tools' })
    await graph.focus()
    await page.keyboard.press('n')
    await page.keyboard.press('x')
    await expect(tools).toContainText('1 cluster drawn as one')
    await page.reload()
    await expect(tools).toContainText('1 cluster drawn as one')
    await tools.getByRole('button', { name: 'Expand' }).click()
    await expect(tools).not.toContainText('drawn as one')
    await graph.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await page.keyboard.press('h')
    await expect(tools).toContainText('1 hidden')
    await tools.getByRole('button', { name: 'Show all' }).click()
    await expect(tools).not.toContainText('hidden')
  })

  test('two wallets of different clusters are not linked, and axe finds nothing serious', async ({ open, page, service }) => {
    const { clusters } = await service.json<{ clusters: { members: { address: string }[] }[] }>(`/local/v1/sol/${BOME}/clusters`)
    const [a, b] = [clusters[0]?.members[0]?.address, clusters[1]?.members[0]?.address]
    await open(`/t/sol/${BOME}?wallets=${a},${b}`)
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await expect(inspector).toContainText('Not linked')
    await expectAccessible(page)
  })
})
