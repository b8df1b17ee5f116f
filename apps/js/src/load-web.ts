/** The bytes of the library, from where the page is served. */
export async function bytes(): Promise<BufferSource> {
  // Some hosts do not say that it is wasm, so it is not streamed.
  const response = await fetch(new URL("./binding/mapwright_js_bg.wasm", import.meta.url));
  if (!response.ok) throw new Error(`mapwright.wasm did not arrive (${response.status} ${response.statusText})`);
  return response.arrayBuffer();
}
