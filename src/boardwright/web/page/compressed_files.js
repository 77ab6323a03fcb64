// Files that are compressed in a site of static files, since most hosts send them as they are.

/**
 * The plain response of a file that may be compressed: a server, or the browser, may have decompressed it already.
 * @param {Response} response
 * @param {string} [type] the media type
 * @param {(bytes: number) => void} [onbytes] called with the numbers of bytes as they come
 */
export async function plain(response, type = "application/octet-stream", onbytes = () => {}) {
  if (!response.ok || !response.body) throw new Error(`${response.url}: ${response.status}`);
  const counted = new TransformStream({
    /** @param {Uint8Array<ArrayBuffer>} chunk @param {TransformStreamDefaultController} controller */
    transform(chunk, controller) {
      onbytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const [ahead, all] = response.body.pipeThrough(counted).tee();
  const reader = ahead.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  const isCompressed = value?.[0] === 0x1f && value[1] === 0x8b;
  const stream = isCompressed ? all.pipeThrough(new DecompressionStream("gzip")) : all;
  return new Response(stream, { headers: { "Content-Type": type } });
}
