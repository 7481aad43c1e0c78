/** "at least 3 %" → "At least 3 %". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
