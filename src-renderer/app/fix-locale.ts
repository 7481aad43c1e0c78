/**
 * In the POSIX locale Chromium reports languages like `en-US@posix`, which Intl rejects. uPlot calls Intl while loading and would
 * crash the page. Must be imported first.
 */
const FALLBACK = 'en-US'

function isValidLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const { language } = navigator
if (!isValidLocale(language)) {
  const cut = language.split(/[@.]/)[0] ?? ''
  Object.defineProperty(navigator, 'language', { value: isValidLocale(cut) ? cut : FALLBACK, configurable: true })
}
