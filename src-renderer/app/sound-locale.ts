/**
 * A system in the POSIX locale makes Chromium report languages like `en-US@posix`, which Intl refuses; the chart library asks
 * Intl for that language as it loads, and would take the page with it. Imported first, this reports the part Intl knows.
 */
const FALLBACK = 'en-US'

function isSound(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const { language } = navigator
if (!isSound(language)) {
  const cut = language.split(/[@.]/)[0] ?? ''
  Object.defineProperty(navigator, 'language', { value: isSound(cut) ? cut : FALLBACK, configurable: true })
}
