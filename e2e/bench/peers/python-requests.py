# The same as undici.mjs, by Python's requests. Without arguments it prints its version.
import json
import sys
import time

import requests

if len(sys.argv) == 1:
    print(requests.__version__)
    sys.exit()

address, path = sys.argv[1:]
began = time.perf_counter()
session = requests.Session()
session.trust_env = False  # else each request reads proxies and .netrc
session.headers["authorization"] = "Bearer x"
params = {"page_size": 200}
items = 0
while True:
    page = session.get(address + path, params=params).json()
    items += len(page["items"])
    if page["cursor"] is None:
        break
    params["cursor"] = page["cursor"]
print(json.dumps({"ms": (time.perf_counter() - began) * 1000, "items": items}))
