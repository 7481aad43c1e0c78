import { shell, type WebContents } from 'electron'

export function isWebLink(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol)
  } catch {
    return false
  }
}

/** Links leave by one door: no new windows, no navigation away from our page; web links open in the system browser. */
export function guardLinks(contents: WebContents, origin: string): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebLink(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event, url) => {
    if (new URL(url).origin !== origin) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
