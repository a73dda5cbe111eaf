/* On the disk, where a browser starts no worker, the search runs in a frame that nobody sees. */
if (location.protocol === "file:") window.Worker = class extends EventTarget {
  constructor(address) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.inside = frame.contentWindow;
    addEventListener("message", ({ source, data }) => {
      if (source === this.inside) this.dispatchEvent(new MessageEvent("message", { data }));
    });
    this.inside.eval("postMessage = data => parent.postMessage(data, \"*\")");
    const script = frame.contentDocument.createElement("script");
    this.ready = new Promise(done => script.addEventListener("load", done));
    script.src = address;
    frame.contentDocument.body.append(script);
  }

  postMessage(data) {
    this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
  }
};
