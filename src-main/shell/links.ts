import { shell, type WebContents } from 'electron'

export function isWebLink(url: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
}

/** Opens no new windows and prevents navigation away from our page. Web links open in the system browser. */
export function guardLinks(contents: WebContents, origin: string): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebLink(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event, url) => {
    if (URL.parse(url)?.origin !== origin) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
