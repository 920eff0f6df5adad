/** Places in a book are written as URLs are; a percent sign that means nothing stands for itself. */
export function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
