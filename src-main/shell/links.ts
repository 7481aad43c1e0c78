import { shell, type WebContents } from 'electron'

const THIS_MACHINE: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Only encrypted pages, and pages of this machine, open in the browser. */
export function isWebLink(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && THIS_MACHINE.has(parsed.hostname))
}

/** Opens no new windows and prevents navigation away from our page. Web links open in the system browser. */
export function guardLinks(contents: WebContents, origin: string): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebLink(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  const stayOnPage = (event: { preventDefault(): void }, url: string): void => {
    if (URL.parse(url)?.origin !== origin) event.preventDefault()
  }
  contents.on('will-navigate', stayOnPage)
  contents.on('will-redirect', stayOnPage)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
