import { say } from './Toast.tsx'

/** Saves through the desktop window's dialog, or as a download of the browser. */
export async function saveText(name: string, text: string, type: string): Promise<void> {
  const bridge = window.holderscope
  try {
    if (bridge === undefined) return download(name, new Blob([text], { type }))
    if ((await bridge.saveFile(name, new TextEncoder().encode(text))) === 'saved') say(`Saved ${name}`)
  } catch {
    say(`${name} could not be saved. Check the folder and the free space, then try again.`, 'critical')
  }
}

function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  say(`Saved ${name}`)
}
