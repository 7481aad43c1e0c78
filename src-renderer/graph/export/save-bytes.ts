import { say } from '../../ui/Toast.tsx'

/** Saves a file of bytes through the desktop window's dialog, or as a download of the browser. */
export async function saveBytes(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void> {
  const bridge = window.holderscope
  if (bridge !== undefined) {
    if ((await bridge.saveFile(name, bytes)) === 'saved') say(`Saved ${name}`)
    return
  }
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS)
  say(`Saved ${name}`)
}

/** Long enough for the browser to have taken the bytes. */
const RELEASE_MS = 10_000
